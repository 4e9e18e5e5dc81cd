#include "bizrec/identity/host_repair.hpp"

#include <algorithm>
#include <cstddef>

#include "bizrec/base/ascii.hpp"

namespace bizrec::identity {

namespace {

/// Length of "www" and the wrong marks after it; 0 if the text does not begin with them.
std::size_t broken_www(std::string_view text) noexcept {
    if (!starts_with_ignoring_case(text, "www"))
        return 0;
    const std::size_t end = text.find_first_not_of(".:,; ", 3);
    if (end == std::string_view::npos || end == 3)
        return 0;
    // If all marks are dots, there is nothing to repair: one dot is correct, and several are an empty label, which is
    // an error.
    return text.substr(3, end - 3).find_first_not_of('.') == std::string_view::npos ? 0 : end;
}

std::string_view without_scheme(std::string_view text) noexcept {
    const std::size_t slashes = text.find("//");
    return slashes <= 7 ? text.substr(slashes + 2) : text;
}

/// Length of the number that begins an item of a list, with its mark and blank: "1. joes.com", "12) joes.com". 0 if the
/// text does not begin with one.
std::size_t list_number(std::string_view text) noexcept {
    std::size_t end = 0;
    while (end < text.size() && is_digit(text[end]))
        ++end;
    const bool is_number =
        end > 0 && end <= 3 && end + 2 < text.size() && (text[end] == '.' || text[end] == ')') && text[end + 1] == ' ';
    return is_number ? end + 2 : 0;
}

}  // namespace

std::string_view in_front_of_glued(std::string_view host) noexcept {
    for (std::string_view scheme : {"https", "http"})
        if (host.size() > scheme.size() && equals_ignoring_case(host.substr(host.size() - scheme.size()), scheme))
            return host.substr(0, host.size() - scheme.size());
    for (std::size_t at = 1; at + 4 < host.size(); ++at)
        if (is_alnum(host[at - 1]) && starts_with_ignoring_case(host.substr(at), "www."))
            return host.substr(0, at);
    return {};
}

std::string repair_host_marks(std::string_view cleaned) {
    if (const std::size_t number = list_number(cleaned); number > 0)
        return std::string(cleaned.substr(number));
    const std::string_view text = without_scheme(cleaned);
    const std::size_t broken = broken_www(text);
    const bool has_www = broken > 0 || starts_with_ignoring_case(text, "www.");
    std::string_view rest = text.substr(broken > 0 ? broken : has_www ? 4 : 0);
    std::string host(rest.substr(0, rest.find_first_of("/?# ")));
    rest.remove_prefix(host.size());
    const bool comma_for_dot = host.find('.') == std::string::npos && host.find(',') != std::string::npos;
    if (broken == 0 && !comma_for_dot)
        return {};
    if (comma_for_dot)
        std::replace(host.begin(), host.end(), ',', '.');
    return (has_www ? "www." : "") + host.append(rest);
}

}  // namespace bizrec::identity
