#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "bizrec/base/hex.hpp"

/// ASCII character classes and comparisons that ignore the locale. Bytes of 0x80 and above belong to no class.
namespace bizrec::identity {

constexpr bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}
constexpr bool is_upper(char c) noexcept {
    return c >= 'A' && c <= 'Z';
}
constexpr char lower(char c) noexcept {
    return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}
constexpr bool is_letter(char c) noexcept {
    return lower(c) >= 'a' && lower(c) <= 'z';
}
constexpr bool is_alnum(char c) noexcept {
    return is_letter(c) || is_digit(c);
}
constexpr bool is_ascii(char c) noexcept {
    return static_cast<unsigned char>(c) < 0x80;
}
/// White space and every other C0 control, and DEL: what the URL standard strips from both ends.
constexpr bool is_blank(char c) noexcept {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F;
}

/// A set of bytes. string_view::find_first_of() calls memchr() once a byte of the text, which cost a tenth of a
/// request.
class ByteSet {
public:
    constexpr explicit ByteSet(std::string_view bytes) noexcept {
        for (const char c : bytes)
            has_[static_cast<unsigned char>(c)] = true;
    }
    constexpr bool has(char c) const noexcept { return has_[static_cast<unsigned char>(c)]; }
    /// Place of the first such byte of `text` from `begin` on; npos where there is none.
    constexpr std::size_t find_in(std::string_view text, std::size_t begin = 0) const noexcept {
        for (std::size_t i = begin; i < text.size(); ++i)
            if (has(text[i]))
                return i;
        return std::string_view::npos;
    }

private:
    bool has_[256] = {};
};

inline bool all_digits(std::string_view text) noexcept {
    for (char c : text)
        if (!is_digit(c))
            return false;
    return !text.empty();
}

/// `lower_case` is in lower case already.
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

inline void lower_in_place(std::string& text) noexcept {
    for (char& c : text)
        c = lower(c);
}

}  // namespace bizrec::identity
