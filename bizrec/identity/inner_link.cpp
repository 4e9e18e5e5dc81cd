#include "bizrec/identity/inner_link.hpp"

#include <algorithm>
#include <cstddef>

#include "bizrec/base/ascii.hpp"

namespace bizrec::identity {

namespace {

constexpr ByteSet marks_of_links(".:%");

/// Whether "%25XX" stands directly before `end`: an escape such as "%252F" that a program has escaped again.
bool ends_with_escape_twice(std::string_view path, std::size_t end) noexcept {
    return end >= 5 && path.substr(end - 5, 3) == "%25";
}

}  // namespace

bool may_hold_link(std::string_view path) noexcept {
    return marks_of_links.find_in(path) != std::string_view::npos;
}

std::size_t glued_link_in(std::string_view path) noexcept {
    for (std::size_t at = marks_of_links.find_in(path); at != std::string_view::npos;
         at = marks_of_links.find_in(path, at + 1)) {
        for (std::string_view word : {"www", "https", "http"}) {
            const bool may_be = path[at] == (word == "www" ? '.' : ':') && at > word.size();
            const std::size_t begin = may_be ? at - word.size() : 0;
            if (!may_be || !equals_ignoring_case(path.substr(begin, word.size()), word))
                continue;
            const bool is_behind_escape = begin >= 3 && (path[begin - 3] == '%' || ends_with_escape_twice(path, begin));
            if ((is_alnum(path[begin - 1]) || path[begin - 1] == '_') && !is_behind_escape)
                return begin;
        }
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
