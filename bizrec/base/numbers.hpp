#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace bizrec {

/// Succeeds only if all of `text` is a number in T's range, written in base `base`, without a plus sign or white space.
/// Otherwise `out` is unchanged.
template <class T>
bool read_whole_number(std::string_view text, T& out, int base = 10) noexcept {
    T number{};
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number, base);
    if (error != std::errc() || rest != end) {
        return false;
    }
    out = number;
    return true;
}

/// Succeeds only if all of `text` is a decimal number; "inf" and "nan" are accepted.
inline bool read_decimal(std::string_view text, double& out,
                         std::chars_format format = std::chars_format::general) noexcept {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number, format);
    if (error != std::errc() || rest != end) {
        return false;
    }
    out = number;
    return true;
}

/// Reads a percentage such as "12.5": 0 to 100, without an exponent.
inline bool read_percent(std::string_view text, double& out) noexcept {
    double number = 0;
    if (!read_decimal(text, number, std::chars_format::fixed) || !(number >= 0 && number <= 100)) {
        return false;
    }
    out = number;
    return true;
}

/// Appends the shortest text that reads back as the same number. Uses no temporary string.
template <class T>
void append_number(std::string& out, T value) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out.append(digits, static_cast<std::size_t>(end - digits));
}

}  // namespace bizrec
