#include "lmdb_builder/terminal/number_text.hpp"

#include <cstdio>
#include <iterator>

#include "bizrec/base/hex.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/text/visible.hpp"

namespace bizrec::builder {

std::string with_separators(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t place = text.size(); place > 3;) {
        place -= 3;
        text.insert(place, 1, ',');
    }
    return text;
}

std::string size_text(std::uint64_t bytes) {
    constexpr const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024) {
        return std::to_string(bytes) + " bytes";
    }
    double amount = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (amount >= 1024 && unit + 1 < std::size(units)) {
        amount /= 1024;
        ++unit;
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %s", amount, units[unit]);
    return text;
}

std::string json_string(const std::string& text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t start = i;
        const char32_t code_point = next_code_point(text, i);
        if (code_point == '"' || code_point == '\\') {
            out += '\\';
            out += text[start];
        } else if (bizrec::text::steers_terminal(code_point)) {
            out += "\\u";
            append_hex(out, code_point, 4);  // all of them are below U+10000
        } else if (code_point == 0xFFFD) {
            out += "\xEF\xBF\xBD";
        } else {
            out.append(text, start, i - start);
        }
    }
    return out + '"';
}

}  // namespace bizrec::builder
