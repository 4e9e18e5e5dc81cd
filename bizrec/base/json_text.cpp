#include "bizrec/base/json_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/bytes.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

/// Bytes that need no escape in a string.
constexpr ByteSet plain_bytes =
    ByteSet::where([](char c) { return c >= 0x20 && is_ascii(c) && c != '"' && c != '\\'; });

constexpr std::uint64_t each_byte = 0x0101010101010101;

/// Whether one of eight bytes is not plain. Uses "haszero" and "hasless" of Anderson's "Bit Twiddling Hacks": they tell
/// exactly whether there is such a byte, but not its position.
bool has_odd_byte(std::uint64_t bytes) noexcept {
    const auto may_be_zero = [](std::uint64_t word) { return (word - each_byte) & ~word; };
    const std::uint64_t control = (bytes - each_byte * 0x20) & ~bytes;
    const std::uint64_t quote = may_be_zero(bytes ^ each_byte * '"');
    const std::uint64_t backslash = may_be_zero(bytes ^ each_byte * '\\');
    return ((bytes | control | quote | backslash) & each_byte * 0x80) != 0;
}

void append_escape(std::string& out, unsigned char c) {
    switch (c) {
        case '"':
        case '\\':
            out += '\\';
            out += static_cast<char>(c);
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            out += "\\u00";
            append_hex(out, c);
    }
}

// Whether a number that from_chars() refuses is too great for a double, not too small. from_chars() reports both with
// the same code, but only a number that is too great is an error. The decimal position of the first significant digit
// tells which it is.
bool is_too_great(std::string_view number) noexcept {
    const std::size_t e = number.find_first_of("eE");
    const std::string_view mantissa = number.substr(0, e);
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos || e == std::string_view::npos) {
        return first != std::string_view::npos && mantissa.find('.') > first;
    }
    const bool negative = number[e + 1] == '-';
    const std::size_t digits = number.find_first_not_of('0', number.find_first_of("0123456789", e));
    std::int64_t exponent = 0;
    if (digits != std::string_view::npos) {
        const auto parsed = std::from_chars(number.data() + digits, number.data() + number.size(), exponent);
        exponent = parsed.ec == std::errc() && exponent < INT32_MAX ? exponent : INT32_MAX;
    }
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    return (negative ? -exponent : exponent) + static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) > 0;
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        std::size_t run = i;
        while (run < text.size() && plain_bytes.has(text[run])) {
            ++run;
        }
        out.append(text, i, run - i);
        i = run;
        if (i == text.size()) {
            break;
        }
        if (static_cast<unsigned char>(text[i]) < 0x80) {
            append_escape(out, static_cast<unsigned char>(text[i]));
            ++i;
            continue;
        }
        const std::size_t length = utf8_sequence_length(text.substr(i));
        out += length == 0 ? replacement : text.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    out += '"';
}

bool is_plain_json(std::string_view text) noexcept {
    constexpr std::size_t step = sizeof(std::uint64_t);
    if (text.size() < step) {
        for (const char c : text) {
            if (!plain_bytes.has(c)) {
                return false;
            }
        }
        return true;
    }
    const char* const last = text.data() + text.size() - step;  // overlaps the step before it
    for (const char* at = text.data(); at < last; at += step) {
        if (has_odd_byte(load_unaligned<std::uint64_t>(at))) {
            return false;
        }
    }
    return !has_odd_byte(load_unaligned<std::uint64_t>(last));
}

bool fits_64_bits(std::string_view integer) noexcept {
    std::int64_t below_zero = 0;
    std::uint64_t above_zero = 0;
    const char* end = integer.data() + integer.size();
    return (integer[0] == '-' ? std::from_chars(integer.data(), end, below_zero).ec
                              : std::from_chars(integer.data(), end, above_zero).ec) == std::errc();
}

bool fits_double(std::string_view number) noexcept {
    double parsed = 0;
    return std::from_chars(number.data(), number.data() + number.size(), parsed).ec == std::errc() ||
           !is_too_great(number);
}

}  // namespace bizrec
