#include "bizrec/base/json_number.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace bizrec::text {
namespace {

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

}  // namespace bizrec::text
