#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace bizrec {

/// The whole of `text` is a number of T's range in that base; without a plus sign or white space. `out` is left as it
/// is where it is none.
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

/// The whole of `text` is a decimal number; "inf" and "nan" are, too.
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

/// "12.5": a share of a hundred, 0 to 100, without an exponent.
inline bool read_percent(std::string_view text, double& out) noexcept {
    double number = 0;
    if (!read_decimal(text, number, std::chars_format::fixed) || !(number >= 0 && number <= 100)) {
        return false;
    }
    out = number;
    return true;
}

/// Without an allocation, the shortest text that is read back as the same number.
template <class T>
void append_number(std::string& out, T value) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out.append(digits, static_cast<std::size_t>(end - digits));
}

}  // namespace bizrec
