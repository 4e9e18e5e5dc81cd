#include "bizrec/identity/url_rest.hpp"

#include <algorithm>
#include <cstddef>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/identity/profile_list.hpp"
#include "bizrec/identity/url_repair.hpp"

namespace bizrec::identity {

namespace {

constexpr ByteSet address_end(" ;,|");
/// In a path, these may begin something else: a second address, a remark, parameters or an escape. See
/// split_odd_path().
constexpr ByteSet odd_in_path(" ;,|&%:=");
/// An address cannot hold these (RFC 3986), so mark-up around the address begins there.
constexpr ByteSet markup("\"<>");
/// These show mark-up or a blank.
constexpr ByteSet odd_in_rest("\"<> ");

/// Cuts at mark-up: `/joes'>Joe's</a>` becomes "/joes".
std::string_view without_markup(std::string_view rest) noexcept {
    const std::size_t end = markup.find_in(rest);
    if (end == std::string_view::npos)
        return rest;
    rest = rest.substr(0, end);
    return ends_with(rest, "'") ? rest.substr(0, end - 1) : rest;
}

/// Cuts at a second address, a remark or an empty cell after the first: "/x;https://b.example", "/ www.b.example",
/// "/x, b.example/y", "/x (shop)", "/x // shop", "/x,null".
std::string_view without_second_address(std::string_view path) noexcept {
    for (std::size_t at = address_end.find_in(path); at != std::string_view::npos;
         at = address_end.find_in(path, at + 1)) {
        const std::size_t next = path.find_first_not_of(" ;,|", at);
        const std::string_view after = next == std::string_view::npos ? std::string_view() : path.substr(next);
        const std::string_view gap = path.substr(at, next == std::string_view::npos ? next : next - at);
        const bool has_blank = gap.find(' ') != std::string_view::npos;
        if (has_blank && at > 0 && path[at - 1] == '\'')
            return path.substr(0, at - 1);  // "<a href='https://a.example/x' target='_blank'>"
        const bool parts_two = has_blank && (gap.find_first_of(";,|") != std::string_view::npos ||
                                             after.substr(0, 1) == "(" || starts_with(after, "//"));
        if (after.empty() || parts_two || is_placeholder(after) || starts_with_ignoring_case(after, "http://") ||
            starts_with_ignoring_case(after, "https://") || starts_with_ignoring_case(after, "www."))
            return path.substr(0, at);
        at = next;
    }
    return path;
}

void split_odd_path(std::string_view rest, UrlParts& parts) noexcept {
    // Programs append parameters with "&": "/x&utm_source=gmb", or in HTML source "/x&amp;utm_source=gmb".
    const std::string_view path = without_stray_query(rest);
    if (path.size() < rest.size() && parts.query.empty())
        parts.query = rest.substr(path.size() + 1);
    // Chats write "<https://a.example/x|Ann's>"; a path cannot hold "|" (RFC 3986).
    parts.path = without_second_address(without_mail_escapes(path.substr(0, path.find('|'))));
    parts.is_odd = true;
}

}  // namespace

void split_marked_rest(std::string_view rest, UrlParts& parts) noexcept {
    if (odd_in_rest.find_in(rest) != std::string_view::npos) {
        const std::size_t size = rest.size();
        rest = without_markup(rest);
        parts.is_odd = rest.size() < size || rest.find(' ') != std::string_view::npos;
    }
    const std::size_t hash = rest.find('#');
    if (hash != std::string_view::npos) {
        parts.fragment = rest.substr(hash + 1);
        rest = rest.substr(0, hash);
    }
    const std::size_t question = rest.find('?');
    if (question != std::string_view::npos) {
        parts.query = rest.substr(question + 1);
        rest = rest.substr(0, question);
    }
    if (odd_in_path.find_in(rest) == std::string_view::npos)
        parts.path = rest;
    else
        split_odd_path(rest, parts);
}

}  // namespace bizrec::identity
