#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// Reads a size in bytes as people write it: "65536", "64k", "1.5G", "512 MiB". Every unit is a power of 1024. The
/// error says what was expected and what was given.
Result<std::uint64_t> read_size(std::string_view text, std::uint64_t least, std::uint64_t most);

/// Reads a whole number in decimal digits. The error says what was expected and what was given.
Result<std::uint64_t> read_whole_number(std::string_view text, std::uint64_t least, std::uint64_t most);

/// Reads one character, or the word tab. The error says what was expected and what was given.
Result<char> read_delimiter(const std::string& text);

/// The problem of the name of a file to read: the file is missing, or is a folder. "" if there is none.
std::string problem_of_file(const std::string& path);

/// The message for a value that an option does not accept: "expected …; got "…"".
std::string expected_got(std::string_view expected, std::string_view got);

}  // namespace bizrec::builder
