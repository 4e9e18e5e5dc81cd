#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/bytes.hpp"

/// ASCII character classes and comparisons that ignore the locale. Bytes of 0x80 and above belong to no class.
namespace bizrec {

constexpr bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}
constexpr bool is_upper(char c) noexcept {
    return c >= 'A' && c <= 'Z';
}
constexpr bool is_lower(char c) noexcept {
    return c >= 'a' && c <= 'z';
}
constexpr char lower(char c) noexcept {
    return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}
constexpr char upper(char c) noexcept {
    return is_lower(c) ? static_cast<char>(c - ('a' - 'A')) : c;
}
constexpr bool is_letter(char c) noexcept {
    return is_lower(lower(c));
}
constexpr bool is_alnum(char c) noexcept {
    return is_letter(c) || is_digit(c);
}
constexpr bool is_ascii(char c) noexcept {
    return static_cast<unsigned char>(c) < 0x80;
}
/// A visible character or a space; no control character, and no byte of 0x80 or above.
constexpr bool is_printable(char c) noexcept {
    return c >= 0x20 && c < 0x7F;
}
/// White space as isspace() defines it in the C locale.
constexpr bool is_space(char c) noexcept {
    return c == ' ' || (c >= '\t' && c <= '\r');
}
/// White space of JSON (RFC 8259 section 2).
constexpr bool is_json_space(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
/// The C0 controls and the space, which the URL standard strips from both ends of a URL, and also DEL.
constexpr bool is_blank(char c) noexcept {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F;
}

/// A set of bytes, as a table: find_in() makes one look-up for each byte of a text. string_view::find_first_of() calls
/// memchr() for each byte of the text instead, which took a tenth of a request's time.
class ByteSet {
public:
    constexpr explicit ByteSet(std::string_view bytes) noexcept {
        for (const char c : bytes)
            has_[static_cast<unsigned char>(c)] = true;
    }
    /// The bytes for which `is(char)` is true.
    template <class Is>
    static constexpr ByteSet where(Is is) noexcept {
        ByteSet set{std::string_view()};
        for (int byte = 0; byte < 256; ++byte)
            set.has_[byte] = is(static_cast<char>(byte));
        return set;
    }
    constexpr bool has(char c) const noexcept { return has_[static_cast<unsigned char>(c)]; }
    /// Position of the first byte of `text` from `begin` on that is in the set; npos if there is none.
    constexpr std::size_t find_in(std::string_view text, std::size_t begin = 0) const noexcept {
        for (std::size_t i = begin; i < text.size(); ++i)
            if (has(text[i]))
                return i;
        return std::string_view::npos;
    }

private:
    bool has_[256] = {};
};

/// Maps each byte of a class to its lower case, and every other byte to 0: one look-up replaces two comparisons.
class LowerOf {
public:
    template <class Is>
    constexpr explicit LowerOf(Is is) noexcept {
        for (int byte = 0; byte < 256; ++byte)
            if (const char c = static_cast<char>(byte); is(c))
                lower_[byte] = lower(c);
    }
    constexpr char operator[](char c) const noexcept { return lower_[static_cast<unsigned char>(c)]; }

private:
    char lower_[256] = {};
};

inline bool all_ascii(std::string_view text) noexcept {
    constexpr std::uint64_t high_bits = 0x8080808080808080;
    for (; text.size() >= sizeof high_bits; text.remove_prefix(sizeof high_bits))
        if ((load_unaligned<std::uint64_t>(text.data()) & high_bits) != 0)
            return false;
    for (const char c : text)
        if (!is_ascii(c))
            return false;
    return true;
}

/// Removes the bytes at both ends for which `is(char)` is true.
template <class Is>
std::string_view trim_where(std::string_view text, Is is) noexcept {
    std::size_t begin = 0, end = text.size();
    while (begin < end && is(text[begin]))
        ++begin;
    while (begin < end && is(text[end - 1]))
        --end;
    return text.substr(begin, end - begin);
}

/// Removes the bytes of `set` at both ends.
inline std::string_view trim(std::string_view text, std::string_view set) noexcept {
    return trim_where(text, [set](char c) { return set.find(c) != std::string_view::npos; });
}

/// Removes the blanks around cells and lines of tables: spaces, tabs and line ends.
inline std::string_view trim_blanks(std::string_view text) noexcept {
    return trim_where(text, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
}

/// Returns false for an empty text.
inline bool all_digits(std::string_view text) noexcept {
    for (char c : text)
        if (!is_digit(c))
            return false;
    return !text.empty();
}

/// `lower_case` must be in lower case.
inline bool equals_ignoring_case(std::string_view text, std::string_view lower_case) noexcept {
    if (text.size() != lower_case.size())
        return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (lower(text[i]) != lower_case[i])
            return false;
    return true;
}

inline bool starts_with(std::string_view text, std::string_view prefix) noexcept {
    return text.substr(0, prefix.size()) == prefix;
}

inline bool ends_with(std::string_view text, std::string_view suffix) noexcept {
    return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

inline bool starts_with_ignoring_case(std::string_view text, std::string_view lower_prefix) noexcept {
    return text.size() >= lower_prefix.size() &&
           equals_ignoring_case(text.substr(0, lower_prefix.size()), lower_prefix);
}

inline bool ends_with_ignoring_case(std::string_view text, std::string_view lower_suffix) noexcept {
    return text.size() >= lower_suffix.size() &&
           equals_ignoring_case(text.substr(text.size() - lower_suffix.size()), lower_suffix);
}

/// Whether every byte is from "!" to "~".
inline bool is_visible_ascii(std::string_view text) noexcept {
    for (const char c : text)
        if (c <= ' ' || c >= '\x7F')
            return false;
    return true;
}

inline void lower_in_place(std::string& text) noexcept {
    for (char& c : text)
        c = lower(c);
}

inline void upper_in_place(std::string& text) noexcept {
    for (char& c : text)
        c = upper(c);
}

}  // namespace bizrec
