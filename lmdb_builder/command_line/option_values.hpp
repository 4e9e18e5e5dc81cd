#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// A size in bytes as people write it: "65536", "64k", "1.5G", "512 MiB"; every unit is a power of 1024. The error says
/// what was expected and what came.
Result<std::uint64_t> read_size(std::string_view text, std::uint64_t least, std::uint64_t most);

/// A whole number in decimal digits, likewise.
Result<std::uint64_t> read_whole_number(std::string_view text, std::uint64_t least, std::uint64_t most);

/// One character, or the word tab, likewise.
Result<char> read_delimiter(const std::string& text);

/// What is wrong with the name of a file to read: there is none, or a folder; "" nothing.
std::string problem_of_file(const std::string& path);

/// "expected …; got "…"", of a value that an option cannot take.
std::string expected_got(std::string_view expected, std::string_view got);

}  // namespace bizrec::builder
