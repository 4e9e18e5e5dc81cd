#include "bizrec/identity/percent.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"

namespace bizrec::identity {

int escape_at(std::string_view text, std::size_t at) noexcept {
    return text[at] == '%' ? hex_byte(text, at + 1) : -1;
}

std::string percent_decode(std::string_view text) {
    const std::size_t first = std::min(text.find('%'), text.size());
    std::string decoded(text.substr(0, first));  // mostly everything: few texts have an escape
    for (std::size_t i = first; i < text.size(); ++i) {
        const int byte = escape_at(text, i);
        if (byte >= 0)
            i += 2;
        decoded += byte >= 0 ? static_cast<char>(byte) : text[i];
    }
    return decoded;
}

std::string percent_decode_twice(std::string_view text) {
    std::string decoded = percent_decode(text);
    return decoded.find('%') == std::string::npos ? decoded : percent_decode(decoded);
}

std::optional<std::string> query_value(std::string_view query, std::string_view name) {
    while (!query.empty()) {
        const std::size_t end = query.find('&');
        std::string_view part = query.substr(0, end);
        query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
        if (starts_with_ignoring_case(part, "amp;"))
            part.remove_prefix(4);
        const std::size_t equals = part.find('=');
        if (equals != std::string_view::npos && equals + 1 < part.size() &&
            equals_ignoring_case(part.substr(0, equals), name))
            return percent_decode(part.substr(equals + 1));
    }
    return std::nullopt;
}

std::string_view without_stray_query(std::string_view text) noexcept {
    const std::size_t equals = text.find('=');
    const std::size_t mark = equals == std::string_view::npos ? equals : text.rfind('&', equals);
    const bool is_in_folder = mark != std::string_view::npos && text.substr(mark, equals - mark).find('/') < equals;
    return is_in_folder ? text : text.substr(0, mark);  // "/maps/place/H&M/data=" has no parameters
}

}  // namespace bizrec::identity
