#pragma once

#include <string_view>

namespace bizrec::text {

/// Whether a number of JSON's grammar (RFC 8259 section 6) without fraction and exponent is an int64 or an uint64.
bool fits_64_bits(std::string_view integer) noexcept;

/// Whether a number of JSON's grammar is finite as a double. What is too small for one counts as 0, which fits.
bool fits_double(std::string_view number) noexcept;

}  // namespace bizrec::text
