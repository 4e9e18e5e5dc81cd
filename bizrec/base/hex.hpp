#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/bytes.hpp"

namespace bizrec {

inline constexpr char hex_digits[] = "0123456789abcdef";
inline constexpr char upper_hex_digits[] = "0123456789ABCDEF";

/// hex_value() of each byte.
inline constexpr std::array<std::int8_t, 256> hex_values = [] {
    std::array<std::int8_t, 256> values{};
    for (std::int8_t& value : values)
        value = -1;
    for (std::int8_t digit = 0; digit < 16; ++digit)
        for (const char c : {hex_digits[digit], upper_hex_digits[digit]})
            values[static_cast<unsigned char>(c)] = digit;
    return values;
}();

/// Value of a hexadecimal digit in either case, -1 for any other byte.
constexpr int hex_value(char c) noexcept {
    return hex_values[static_cast<unsigned char>(c)];
}

constexpr bool is_lower_hex(char c) noexcept {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

inline bool all_lower_hex(std::string_view text) noexcept {
    return std::all_of(text.begin(), text.end(), [](char c) { return is_lower_hex(c); });
}

/// The byte that two digits at `at` encode; -1 if there are no two digits.
constexpr int hex_byte(std::string_view text, std::size_t at) noexcept {
    const int high = at + 1 < text.size() ? hex_value(text[at]) : -1;
    const int low = high >= 0 ? hex_value(text[at + 1]) : -1;
    return low >= 0 ? high * 16 + low : -1;
}

/// The eight lower-case digits of four bytes in memory order, as one number to store. It must be fast, because a search
/// writes an id for each of its rows.
constexpr std::uint64_t eight_hex_digits(std::uint32_t four_bytes) noexcept {
    std::uint64_t lanes = four_bytes;  // after the next two lines: one byte in each 16 bits
    lanes = (lanes | lanes << 16) & 0x0000FFFF0000FFFF;
    lanes = (lanes | lanes << 8) & 0x00FF00FF00FF00FF;
    const std::uint64_t digits = (lanes >> 4 & 0x000F000F000F000F) | (lanes & 0x000F000F000F000F) << 8;
    const std::uint64_t letters = (digits + 0x0606060606060606) >> 4 & 0x0101010101010101;
    return digits + 0x3030303030303030 + letters * ('a' - '0' - 10);
}

/// Writes two lower-case digits for each of `Size` bytes. Digit: char or unsigned char.
template <std::size_t Size, class Digit>
void write_hex(const unsigned char* bytes, Digit* digits) noexcept {
    static_assert(sizeof(Digit) == 1 && Size % sizeof(std::uint32_t) == 0);
    for (std::size_t i = 0; i < Size; i += sizeof(std::uint32_t)) {
        store_unaligned(digits + 2 * i, eight_hex_digits(load_unaligned<std::uint32_t>(bytes + i)));
    }
}

/// Appends two lower-case digits.
inline void append_hex(std::string& out, unsigned char byte) {
    out += hex_digits[byte >> 4];
    out += hex_digits[byte & 15];
}

/// Appends the lowest `digits` digits of a number in lower case, with leading zeros.
inline void append_hex(std::string& out, std::uint64_t number, unsigned digits) {
    for (unsigned shift = 4 * digits; shift > 0;) {
        shift -= 4;
        out += hex_digits[number >> shift & 15];
    }
}

}  // namespace bizrec
