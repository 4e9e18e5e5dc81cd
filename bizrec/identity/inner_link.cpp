#include "bizrec/identity/inner_link.hpp"

#include <algorithm>
#include <cstddef>

#include "bizrec/base/ascii.hpp"

namespace bizrec::identity {

namespace {

constexpr ByteSet marks_of_links(".:%");

}  // namespace

bool may_hold_link(std::string_view path) noexcept {
    return marks_of_links.find_in(path) != std::string_view::npos;
}

std::size_t glued_link_in(std::string_view path) noexcept {
    constexpr std::string_view beginnings[] = {"https:/", "http:/", "www."};
    for (std::size_t at = 1; at + 4 < path.size(); ++at) {
        const bool is_behind_escape = at >= 3 && path[at - 3] == '%';
        if ((!is_alnum(path[at - 1]) && path[at - 1] != '_') || is_behind_escape)
            continue;
        for (std::string_view beginning : beginnings)
            if (starts_with_ignoring_case(path.substr(at), beginning))
                return at;
    }
    return std::string_view::npos;
}

InnerLink inner_link_at(std::string_view rest) noexcept {
    InnerLink inner;
    if (starts_with(rest, "@"))
        rest.remove_prefix(1);
    std::string_view text = rest;
    const std::string_view word = text.substr(0, text.find_first_of(":/"));
    inner.has_scheme = equals_ignoring_case(word, "http") || equals_ignoring_case(word, "https");
    if (inner.has_scheme)
        text.remove_prefix(std::min(text.find_first_not_of(":/", word.size()), text.size()));
    inner.host = text.substr(0, text.find_first_of(":/"));
    const bool is_host = inner.host.find('.') != std::string_view::npos && inner.host.back() != '.';
    if (!is_host)
        inner.host = {};
    if (is_host || inner.has_scheme)
        inner.link = rest;
    return inner;
}

}  // namespace bizrec::identity
