#pragma once

#include <string_view>

namespace bizrec::text {

/// Whether a JSON number (RFC 8259 section 6) without fraction and exponent fits an int64 or a uint64.
bool fits_64_bits(std::string_view integer) noexcept;

/// Whether a JSON number is finite as a double. A number too small for a double counts as 0, which is finite.
bool fits_double(std::string_view number) noexcept;

}  // namespace bizrec::text
