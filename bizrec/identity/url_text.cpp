#include "bizrec/identity/url_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/identity/url_repair.hpp"

namespace bizrec::identity {

namespace {

constexpr ByteSet opening_ascii("\"'`<([{");
constexpr ByteSet closing_ascii("\"'`>.,;:!*");
constexpr std::string_view brackets = ")]}";
constexpr std::string_view opening_of = "([{";

bool is_odd_space(char32_t c) noexcept {
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

/// Characters that are invisible anywhere in an address. The two joiners (U+200C, U+200D) are not among them, because
/// names in some scripts need them.
bool is_invisible(char32_t c) noexcept {
    return c == 0xAD || c == 0x180E || c == 0x200B || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x2064) || (c >= 0x2066 && c <= 0x206F) || c == 0xFEFF;
}

bool is_quote(char32_t c) noexcept {
    return c == 0xAB || c == 0xBB || (c >= 0x2018 && c <= 0x201F) || c == 0x2039 || c == 0x203A ||
           (c >= 0x3008 && c <= 0x3011) || (c >= 0x301D && c <= 0x301F) || c == 0xFF02 || c == 0xFF07 || c == 0xFF08 ||
           c == 0xFF09 || c == 0xFF1C || c == 0xFF1E;
}

/// Whether the character is ©, ®, ℠ or ™. They are trimmed, because IDNA would make them a part of the host:
/// "joes.com™" would be "joes.comtm".
bool is_trade_mark(char32_t c) noexcept {
    return c == 0xA9 || c == 0xAE || c == 0x2120 || c == 0x2122;
}

/// Whether the character is the mark of a footnote: "joes.com¹", "joes.com†".
bool is_footnote(char32_t c) noexcept {
    return c == 0xB2 || c == 0xB3 || c == 0xB9 || c == 0x2020 || c == 0x2021 || (c >= 0x2070 && c <= 0x2079);
}

bool is_mark_at_end(char32_t c) noexcept {
    return is_footnote(c) || c == 0x2026 || c == 0x3001 || c == 0x3002 || c == 0xFF0C || c == 0xFF1B || c == 0xFF01 ||
           c == 0xFF61 || is_trade_mark(c) || is_symbol(c);
}

bool goes_at_either_end(char32_t c) noexcept {
    return is_odd_space(c) || is_invisible(c) || is_quote(c) || c == 0x200C || c == 0x200D;
}

/// Finds closing brackets at the end of a text that have no opening bracket: "(https://a.example/b)" loses its bracket,
/// "https://a.example/b_(c)" keeps it. Counts each kind of bracket once, so that a long run of closing brackets takes
/// linear time.
class StrayBrackets {
public:
    explicit StrayBrackets(std::string_view text) noexcept : text_(text) {}

    /// `c`: the last character of what is left of the text. Returns true, and counts it as removed, if it is a stray
    /// closing bracket.
    bool take(char c) noexcept {
        const std::size_t which = brackets.find(c);
        if (which == std::string_view::npos)
            return false;
        if (!counted_[which]) {
            counted_[which] = true;
            for (char each : text_)
                surplus_[which] += each == c ? 1 : each == opening_of[which] ? -1 : 0;
        }
        return surplus_[which] > 0 && surplus_[which]-- > 0;
    }

private:
    std::string_view text_;
    std::array<bool, 3> counted_{};
    std::array<std::ptrdiff_t, 3> surplus_{};
};

std::size_t last_code_point(std::string_view text) noexcept {
    std::size_t at = text.size() - 1;
    for (int i = 0; i < 3 && at > 0 && is_utf8_continuation(text[at]); ++i)
        --at;
    return at;
}

/// Length of a tag without an address: "<td>", "</b>", "<p class=x>". 0 if there is none.
std::size_t tag_in_front(std::string_view text) noexcept {
    const std::size_t name = text.size() > 1 && text[1] == '/' ? 2 : 1;
    std::size_t end = name;
    while (end < text.size() && is_alnum(text[end]))
        ++end;
    if (end == name || end == text.size() || (text[end] != '>' && text[end] != '/' && text[end] != ' '))
        return 0;
    end = text.find('>', end);
    return end == std::string_view::npos || text.substr(0, end).find('.') != std::string_view::npos ? 0 : end + 1;
}

/// Whether the text begins with a mark of a list, quotation, emphasis or formula: "- joes.com", "* joes.com",
/// "**joes.com", "> joes.com", "=joes.com", or with a blank that a form has written as "+": "+joes.com". False for
/// "*.joes.com" and "-joes-.com", which are names, valid or not, and for a telephone number ("+15551234567").
bool is_list_mark(std::string_view text) noexcept {
    const char next = text.size() > 1 ? text[1] : '\0';
    const char first = text.front();
    return first == '>' || first == '=' || (first == '*' && next != '.') || (first == '+' && is_letter(next)) ||
           ((first == '-' || first == '+' || first == '|' || first == '~') && next == ' ');
}

/// Length of a bullet or dash in front. An arrow or figure needs a blank after it, because "→.ws" is a name.
std::size_t bullet_in_front(std::string_view text) noexcept {
    std::size_t behind = 0;
    const char32_t c = next_code_point(text, behind);
    const bool of_symbol_font = c >= 0xE000 && c <= 0xF8FF;  // Word's bullets
    const bool bullet =
        (c >= 0x2010 && c <= 0x2015) || c == 0x2022 || c == 0x2023 || c == 0x2043 || c == 0xB7 || of_symbol_font;
    const bool figure = is_symbol(c) || (c >= 0x25A0 && c <= 0x25FF);
    const char next = behind < text.size() ? text[behind] : '\0';
    return (bullet && next != '.') || (figure && next == ' ') ? behind : 0;
}

/// Length of the escapes at one end of a text that stand for a blank, a quote, an invisible character or a mark at the
/// end: "%20", "%0D", "%22", "%E2%80%8B", "%E2%80%A6". `begin`: position of the first escape.
std::size_t escapes_to_trim(std::string_view text, std::size_t begin) noexcept {
    std::string_view escapes = text.substr(begin);
    std::array<char, 3> bytes{};
    std::size_t count = 0;
    while (count < bytes.size() && count * 3 < escapes.size() && escape_at(escapes, count * 3) >= 0) {
        bytes[count] = static_cast<char>(escape_at(escapes, count * 3));
        ++count;
    }
    if (count == 0 || is_utf8_continuation(bytes[0]))
        return 0;  // "%A0" of "voil%C3%A0" is a part of a letter
    std::size_t end = 0;
    const char32_t c = next_code_point(std::string_view(bytes.data(), count), end);
    const bool is_at_end = begin > 0;
    if (c >= 0x80)
        return goes_at_either_end(c) || (is_at_end && is_mark_at_end(c)) ? end * 3 : 0;
    constexpr ByteSet at_either_end("+\"<>");
    const char mark = static_cast<char>(c);
    return is_blank(mark) || at_either_end.has(mark) || (is_at_end && closing_ascii.has(mark)) ? end * 3 : 0;
}

std::size_t bytes_to_trim_in_front(std::string_view text) noexcept {
    if (is_blank(text.front()))
        return 1;
    if (text.front() == '<')
        return std::max<std::size_t>(tag_in_front(text), 1);
    if (text.front() == '%')
        return escapes_to_trim(text, 0);
    if (is_list_mark(text))
        return 1;
    if (is_ascii(text.front())) {
        // "[" may also begin an IPv6 address, which must be refused with its own reason.
        const bool address = text.front() == '[' && text.size() > 1 && (hex_value(text[1]) >= 0 || text[1] == ':') &&
                             text.find("::") != std::string_view::npos;
        return opening_ascii.has(text.front()) && !address ? 1 : 0;
    }
    std::size_t behind = 0;
    return goes_at_either_end(next_code_point(text, behind)) ? behind : bullet_in_front(text);
}

std::size_t escapes_at_end(std::string_view text) noexcept {
    for (std::size_t size : {std::size_t{3}, std::size_t{6}, std::size_t{9}})
        if (text.size() >= size && escapes_to_trim(text, text.size() - size) == size)
            return size;
    return 0;
}

/// Length of a break or tab at the end that a program wrote as text: "\\n", "\\r", "\\t".
std::size_t written_break_at_end(std::string_view text) noexcept {
    const bool is_written = text.size() > 2 && text[text.size() - 2] == '\\';
    const char last = lower(text.back());
    return is_written && (last == 'n' || last == 'r' || last == 't') ? 2 : 0;
}

/// Length of the number of a footnote at the end: "joes.com[1]".
std::size_t footnote_at_end(std::string_view text) noexcept {
    std::size_t begin = text.size() - 1;
    while (begin > 0 && is_digit(text[begin - 1]))
        --begin;
    const bool is_number = begin < text.size() - 1 && begin > 1 && text[begin - 1] == '[';
    return is_number ? text.size() - begin + 1 : 0;
}

std::size_t bytes_to_trim_at_end(std::string_view text, StrayBrackets& stray) noexcept {
    const char last = text.back();
    if (const std::size_t written = written_break_at_end(text); written > 0)
        return written;
    const bool may_be_escape = text.size() > 3 && text[text.size() - 3] == '%';
    if (const std::size_t escapes = may_be_escape ? escapes_at_end(text) : 0; escapes > 0)
        return escapes;
    if (const std::size_t footnote = last == ']' ? footnote_at_end(text) : 0; footnote > 0)
        return footnote;
    if (is_ascii(last)) {
        const bool is_form_blank = last == '+' && !ends_with(text, "++");  // "/c++" is a name
        const bool goes = is_form_blank || is_blank(last) || closing_ascii.has(last) || stray.take(last);
        return goes ? 1 : 0;
    }
    const std::size_t at = last_code_point(text);
    std::size_t end = at;
    const char32_t c = next_code_point(text, end);
    return goes_at_either_end(c) || is_mark_at_end(c) ? text.size() - at : 0;
}

/// The letters of a ligature that PDF files have in their texts: "fi". Empty if the character is none.
std::string_view letters_of_ligature(char32_t c) noexcept {
    constexpr std::array<std::string_view, 7> letters = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};
    return c >= 0xFB00 && c <= 0xFB06 ? letters[c - 0xFB00] : std::string_view();
}

void append_cleaned(char32_t c, std::string_view bytes, bool full_width, std::string& out) {
    if (c == '\t' || c == '\n' || c == '\r' || is_invisible(c))
        return;
    if (c == '\\')
        out += '/';
    else if (is_odd_space(c) || c == '\v' || c == '\f')
        out += ' ';
    else if (c == 0x2010 || c == 0x2011)
        out += '-';  // Word and PDF files have these for hyphens
    else if (const std::string_view letters = letters_of_ligature(c); !letters.empty())
        out += letters;
    else if (full_width && c >= 0xFF01 && c <= 0xFF5E)
        out += static_cast<char>(c - 0xFF01 + '!');
    else
        out += bytes;
}

/// Whether the text was typed in full-width mode: it begins with a full-width character, or one follows "http" or
/// "https" ("https：").
bool is_full_width(std::string_view text) noexcept {
    for (std::string_view scheme : {"https", "http"})
        if (starts_with_ignoring_case(text, scheme)) {
            text.remove_prefix(scheme.size());
            break;
        }
    std::size_t behind = 0;
    const char32_t first = text.empty() ? 0 : next_code_point(text, behind);
    return first >= 0xFF01 && first <= 0xFF5E;
}

/// Whether the text begins like an address. A tab or line break before such a text separates two addresses, because the
/// cells and lines of a spreadsheet hold one address each.
bool begins_with_address(std::string_view text) noexcept {
    return starts_with_ignoring_case(text, "http://") || starts_with_ignoring_case(text, "https://") ||
           starts_with_ignoring_case(text, "www.");
}

/// Whether an address may begin after the text: after a blank or a mark, also of East Asia ("网站：www.joes.com"), but
/// not inside a word, a host or a path.
bool may_begin_after(std::string_view text) noexcept {
    if (text.empty())
        return true;
    if (is_ascii(text.back()))
        return !is_alnum(text.back()) && std::string_view("./-=").find(text.back()) == std::string_view::npos;
    std::size_t at = last_code_point(text);
    const char32_t c = next_code_point(text, at);
    return c == 0xFF1A || is_mark_at_end(c) || goes_at_either_end(c);
}

bool begins_with_escaped_scheme(std::string_view text) noexcept {
    for (std::string_view scheme : {"http%3a", "https%3a", "http%253a", "https%253a"})
        if (starts_with_ignoring_case(text, scheme))
            return true;
    return false;
}

/// Returns the mark of a defused link that begins the text: "." of "[.]com", ":" of "[:]//joes.com". Otherwise '\0',
/// also for the bracket of an IPv6 address.
char defused_mark(std::string_view text) noexcept {
    return starts_with(text, "[.]") ? '.' : starts_with(text, "[:]") ? ':' : '\0';
}

bool needs_cleaning(std::string_view text) noexcept {
    if (text.find("[.]") != std::string_view::npos || text.find("[:]") != std::string_view::npos)
        return true;
    for (char c : text)
        if (!is_ascii(c) || c == '\\' || (is_blank(c) && c != ' '))
            return true;
    return false;
}

/// The bytes that an address which needs no cleaning may have inside, in front and at the end. Most addresses need
/// none, so one pass over the bytes pays off.
constexpr ByteSet plain_inside(
    " !\"#$&'()*+,-./0123456789:=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[^_`abcdefghijklmnopqrstuvwxyz{|}~");
constexpr ByteSet plain_at_start("#$/0123456789?@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
constexpr ByteSet plain_at_end("#$&-/0123456789=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ^abcdefghijklmnopqrstuvwxyz|~");

/// A quick test: if true, clean_pasted() would return `text` unchanged. Without "<" and "]" there is nothing to
/// extract, without ";" and "\\" no character is written in another way, without "%" no scheme is escaped, and neither
/// end has a byte that trim_pasted() removes.
bool is_clean(std::string_view text) noexcept {
    if (text.empty() || !plain_at_start.has(text.front()) || !plain_at_end.has(text.back()))
        return false;
    for (const char c : text)
        if (!plain_inside.has(c))
            return false;
    return true;
}

}  // namespace

bool is_symbol(char32_t c) noexcept {
    return (c >= 0x2190 && c <= 0x21FF) || (c >= 0x2600 && c <= 0x27BF) || c == 0xFE0F || c == 0xFFFD ||
           (c >= 0x1F000 && c <= 0x1FAFF);
}

std::string_view trim_pasted(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::size_t cut = bytes_to_trim_in_front(text);
        if (cut == 0)
            break;
        text.remove_prefix(cut);
    }
    return trim_pasted_end(text);
}

std::string_view trim_pasted_end(std::string_view text) noexcept {
    StrayBrackets stray(text);
    while (!text.empty()) {
        // "a.." ends in an empty label. That is an error to report, not punctuation.
        if (ends_with(text, "..") && !ends_with(text, "..."))
            break;
        const std::size_t cut = ends_with(text, "...") ? 3 : bytes_to_trim_at_end(text, stray);
        if (cut == 0)
            break;
        text.remove_suffix(cut);
    }
    return text;
}

std::string_view clean_pasted(std::string_view text, std::string& buffer) {
    if (is_clean(text))
        return text;
    const std::string decoded = decode_written(text);
    text = inside_angle_brackets(trim_pasted(inside_link_markup(decoded.empty() ? text : decoded)));
    if (text.size() > 2 && text.front() == '_' && text.back() == '_')
        text = trim_pasted(trim(text, "_"));  // emphasis
    if (needs_cleaning(text)) {
        buffer.clear();
        const bool full_width = is_full_width(text);
        for (std::size_t i = 0; i < text.size();) {
            const std::size_t begin = i;
            if (const char mark = defused_mark(text.substr(i)); mark != '\0') {
                buffer += mark;
                i += 3;
                continue;
            }
            const char32_t c = next_code_point(text, i);
            const bool breaks = c == '\t' || c == '\n' || c == '\r';
            if (breaks && begins_with_address(text.substr(i)))
                buffer += ' ';
            append_cleaned(c, text.substr(begin, i - begin), full_width, buffer);
        }
        text = trim_pasted(buffer);
    } else if (!decoded.empty()) {
        buffer.assign(text);
        text = buffer;
    }
    for (int left = 2; left > 0 && begins_with_escaped_scheme(text); --left) {  // some programs escape twice
        std::string plain = percent_decode(text);
        buffer.swap(plain);
        text = trim_pasted(buffer);
    }
    return text;
}

std::string_view find_address(std::string_view text, std::size_t from) noexcept {
    constexpr std::array<std::string_view, 3> beginnings = {"http://", "https://", "www."};
    for (std::size_t at = from; at < text.size(); ++at) {
        const std::string_view address = text.substr(at);
        const auto begins = [address](std::string_view one) { return starts_with_ignoring_case(address, one); };
        if (std::any_of(beginnings.begin(), beginnings.end(), begins) && may_begin_after(text.substr(0, at)))
            return trim_pasted(address.substr(0, address.find_first_of(" <>\"|")));
    }
    return {};
}

}  // namespace bizrec::identity
