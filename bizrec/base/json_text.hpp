#pragma once

#include <string>
#include <string_view>

/// Writes strings as JSON (RFC 8259), and checks its numbers. Records need no writer, because the index stores them as
/// JSON and answers copy them.
namespace bizrec {

/// Appends `text` as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD, so the result is always
/// valid.
void append_json_string(std::string& out, std::string_view text);

/// Whether `text` is ASCII that needs no escapes in a JSON string, so that adding quotes is enough.
bool is_plain_json(std::string_view text) noexcept;

/// Whether a JSON number (RFC 8259 section 6) without fraction and exponent fits an int64 or a uint64.
bool fits_64_bits(std::string_view integer) noexcept;

/// Whether a JSON number is finite as a double. A number too small for a double counts as 0, which is finite.
bool fits_double(std::string_view number) noexcept;

}  // namespace bizrec
