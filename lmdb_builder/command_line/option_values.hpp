#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// Reads a size in bytes as people write it: "65536", "64k", "1.5G", "512 MiB". Every unit is a power of 1024. Fails
/// unless the size is from `least` to `most`. The error says what was expected and what was given.
Result<std::uint64_t> read_size(std::string_view text, std::uint64_t least, std::uint64_t most);

/// Reads a whole number in decimal digits, from `least` to `most`. The error says what was expected and what was given.
Result<std::uint64_t> read_whole_number(std::string_view text, std::uint64_t least, std::uint64_t most);

/// Reads the delimiter of a CSV file: one byte, but no quotation mark or line end; "tab" and "\t" stand for a tab. The
/// error says what was expected and what was given.
Result<char> read_delimiter(const std::string& text);

/// Why the file at this path cannot be read: it does not exist, or is a folder. Otherwise "".
std::string problem_of_file(const std::string& path);

/// The message for a value that an option does not accept: "expected …; got "…"".
std::string expected_got(std::string_view expected, std::string_view got);

}  // namespace bizrec::builder
