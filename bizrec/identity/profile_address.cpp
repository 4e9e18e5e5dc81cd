#include "bizrec/identity/profile_address.hpp"

#include <algorithm>
#include <cstddef>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/identity/url_text.hpp"

namespace bizrec::identity {

namespace {

/// Whether the word before the slash is a host of a second address, as in " and instagram.com/ann". False for "/Joe's
/// Diner/12", where the slash ends a segment of the first address.
bool is_host_in_front(std::string_view text, std::size_t slash) noexcept {
    const std::string_view word = text.substr(0, slash).substr(text.rfind(' ', slash) + 1);
    const std::size_t dot = word.find('.');
    return dot != std::string_view::npos && dot > 0 && dot + 1 < word.size();
}

/// Returns the delimiter that is escaped once or twice at `text[at]`, and sets `length` to the length of the escape.
/// '\0' if there is none.
char escaped_mark(std::string_view text, std::size_t at, std::size_t& length) noexcept {
    const std::size_t digits = text.compare(at, 3, "%25") == 0 ? 3 : 1;
    const int byte = text[at] == '%' ? hex_byte(text, at + digits) : -1;
    length = digits + 2;
    return byte > 0 && std::string_view("/?#&=!\\").find(static_cast<char>(byte)) != std::string_view::npos
               ? static_cast<char>(byte)
               : '\0';
}

/// Whether the text says in small letters which of several pages it is: "old site", "fan page". Other words may belong
/// to the name of the profile.
bool tells_which_page(std::string_view text) noexcept {
    constexpr std::string_view words = " old new our main official business company fan ";
    constexpr std::string_view pages = " site website page profile account ";
    const auto is_one_of = [](std::string_view word, std::string_view set) {
        const std::size_t at = word.empty() ? std::string_view::npos : set.find(word);
        return at != std::string_view::npos && set[at - 1] == ' ' && set[at + word.size()] == ' ';
    };
    const std::size_t last = text.rfind(' ') + 1;
    for (std::string_view before = text.substr(0, last); !before.empty();) {
        const std::size_t end = before.find(' ');
        if (!is_one_of(before.substr(0, end), words))
            return false;
        before.remove_prefix(end + 1);
    }
    return is_one_of(text.substr(last), pages);
}

}  // namespace

bool has_telephone(std::string_view text) noexcept {
    constexpr std::ptrdiff_t min_digits = 7;
    return std::count_if(text.begin(), text.end(), is_digit) >= min_digits;
}

bool begins_remark(std::string_view text) noexcept {
    const std::string_view word = text.substr(0, text.find(' '));
    std::size_t end = 0;
    return begins_prose(text) || word.find('@') != std::string_view::npos || is_symbol(next_code_point(text, end)) ||
           has_telephone(text) || tells_which_page(text);
}

bool begins_prose(std::string_view text) noexcept {
    const std::string_view word = text.substr(0, text.find(' '));
    const bool mark = !text.empty() && is_ascii(text.front()) && !is_alnum(text.front());
    return text.empty() || mark || starts_with(text, "\xE2\x80") || equals_ignoring_case(word, "and") ||
           equals_ignoring_case(word, "or");
}

ProfilePath path_of(const UrlParts& url) noexcept {
    std::string_view path = url.path;
    const std::string_view first = next_segment(path);
    const bool shell = first.empty() || equals_ignoring_case(first, "home.php");
    std::string_view fragment = url.fragment;
    if (starts_with(fragment, "!") || starts_with(fragment, "%21"))
        fragment.remove_prefix(fragment.front() == '!' ? 1 : 3);
    if (!shell || !starts_with(fragment, "/"))
        return {url.path, url.query};
    const std::size_t question = fragment.find('?');
    return {fragment.substr(0, question),
            question == std::string_view::npos ? std::string_view() : fragment.substr(question + 1)};
}

ProfilePath with_plain_marks(ProfilePath address, std::string& buffer) {
    buffer.clear();
    bool is_escaped = false;
    for (std::size_t at = 0; at < address.path.size();) {
        std::size_t length = 1;
        const char mark = escaped_mark(address.path, at, length);
        is_escaped = is_escaped || mark != '\0';
        buffer += mark == '\0' ? address.path[at] : mark == '\\' ? '/' : mark;
        at += mark == '\0' ? 1 : length;
    }
    if (!is_escaped)
        return address;
    UrlParts url;
    const std::string_view text = buffer;
    const std::size_t hash = std::min(text.find('#'), text.size());
    const std::size_t question = std::min(text.find('?'), hash);
    url.path = text.substr(0, question);
    url.query = question < hash ? text.substr(question + 1, hash - question - 1) : address.query;
    url.fragment = text.substr(std::min(hash + 1, text.size()));
    return path_of(url);
}

ProfilePath without_prose(ProfilePath address) noexcept {
    const std::size_t blank = address.path.find(' ');
    if (blank == std::string_view::npos || !begins_remark(trim_where(address.path.substr(blank), is_blank)))
        return address;
    const std::size_t slash = address.path.find('/', blank);
    if (slash == std::string_view::npos || is_host_in_front(address.path, slash))
        address.path = address.path.substr(0, blank);
    return address;
}

}  // namespace bizrec::identity
