#include "bizrec/identity/pasted_lines.hpp"

#include <algorithm>
#include <cstddef>

#include "bizrec/base/ascii.hpp"

namespace bizrec::identity {

namespace {

constexpr std::string_view breaks = "\t\n\r";
constexpr std::string_view between_words = " ,;|";
constexpr std::size_t max_lines = 64;
/// Maximum number of texts that separate_lines() returns. If the first one names no business, the caller tries the
/// next.
constexpr std::size_t max_texts = 5;
constexpr ByteSet before_wrap("/?&=-_%#+:@"), after_wrap("/?&#=%.-_~+:");

bool has_scheme(std::string_view word) noexcept {
    return starts_with_ignoring_case(word, "http://") || starts_with_ignoring_case(word, "https://");
}

bool begins_as_link(std::string_view word) noexcept {
    return has_scheme(word) || starts_with_ignoring_case(word, "www.");
}

/// Whether the address has a path, parameters or a fragment: "joes.com/menu", "https://joes.com/menu".
bool has_page(std::string_view address) noexcept {
    const std::size_t slashes = address.find("//");
    return address.find_first_of("/?#", slashes == std::string_view::npos ? 0 : slashes + 2) != std::string_view::npos;
}

bool begins_in_lower_case(std::string_view word) noexcept {
    return is_lower(word.front()) || is_digit(word.front());
}

/// Whether the address ends in a slash that is not the first of its path: "joes.com/menu/".
bool ends_in_folder(std::string_view address) noexcept {
    return address.back() == '/' && has_page(address.substr(0, address.size() - 1));
}

bool all_alnum(std::string_view text) noexcept {
    return std::all_of(text.begin(), text.end(), is_alnum);
}

/// Whether the text is an id or a number without marks: "5757", not "555-1234".
bool is_plain_number(std::string_view text) noexcept {
    return is_digit(text.front()) && all_alnum(text);
}

/// Whether `line` continues the address `before`, whose host has a known suffix. `line` is not an address itself.
bool continues_address(std::string_view before, std::string_view line, const KnowsHost& knows_host) {
    if (has_page(before))  // a number in a second cell is a telephone number, unless it continues a number
        return is_lower(line.front()) || (is_digit(before.back()) && is_plain_number(line));
    return begins_in_lower_case(line) && knows_host(std::string(before).append(line));  // "joes.co", "m/menu"
}

bool is_one_address(std::string_view text, std::string_view line, LoneWords lone_words, const KnowsHost& knows_host) {
    const std::size_t blank = text.find_last_of(between_words);
    const std::string_view before = blank == std::string_view::npos ? text : text.substr(blank + 1);
    if (before.empty() || before.front() == '@' || line.front() == '@')
        return false;
    if (begins_as_link(line))
        return before.back() == '=' || ends_with(before, "//");
    if (line.find_first_of(between_words) != std::string_view::npos)
        return false;  // prose, or a list
    if (starts_with(line, "//") && (equals_ignoring_case(before, "http:") || equals_ignoring_case(before, "https:")))
        return true;
    const bool is_known = knows_host(before);
    const bool is_cut_off = !is_known && begins_as_link(before);
    if (is_cut_off)
        return true;
    if (knows_host(line))
        return before_wrap.has(before.back()) && before.back() != '/' && before.back() != ':';
    const bool may_continue = is_lower(line.front()) || is_plain_number(line) || after_wrap.has(line.front());
    if (is_known && ends_in_folder(before) && !may_continue)
        return false;  // "joes.com/menu/" and "Joe's" are two cells, "joes.com/" and "Menu" one address
    if (before_wrap.has(before.back()) || after_wrap.has(line.front()))
        return true;
    if (is_known)
        return continues_address(before, line, knows_host);
    return lone_words == LoneWords::joined && blank == std::string_view::npos;
}

/// Drops the "=" of an e-mail program that breaks a host or path ("https://joes.com/me=" and "nu"). In parameters, a
/// value may follow it.
void append_line(std::string_view line, std::string& address) {
    if (address.back() == '=' && address.find('?') == std::string::npos)
        address.pop_back();
    address += line;
}

}  // namespace

bool has_inner_break(std::string_view text) noexcept {
    return bizrec::trim_blanks(text).find_first_of(breaks) != std::string_view::npos;
}

std::vector<std::string> separate_lines(std::string_view text, LoneWords lone_words, const KnowsHost& knows_host) {
    std::vector<std::string> texts;
    std::size_t lines = 0;
    while (!text.empty() && lines < max_lines) {
        const std::size_t end = std::min(text.find_first_of(breaks), text.size());
        const std::string_view line = bizrec::trim_blanks(text.substr(0, end));
        text.remove_prefix(std::min(text.size(), end + 1));
        if (line.empty())
            continue;
        ++lines;
        if (!texts.empty() && is_one_address(texts.back(), line, lone_words, knows_host))
            append_line(line, texts.back());
        else if (texts.size() == max_texts)
            break;
        else
            texts.emplace_back(line);
    }
    return texts;
}

}  // namespace bizrec::identity
