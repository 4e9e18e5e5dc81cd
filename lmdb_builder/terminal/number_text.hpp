#pragma once

#include <cstdint>
#include <string>

namespace bizrec::builder {

/// A number with commas: "1,234,567".
std::string with_separators(std::uint64_t number);

/// A size for people: "1.5 MiB", "512 bytes".
std::string size_text(std::uint64_t bytes);

/// A JSON string literal with its quotes. Bytes that are not UTF-8, as in some paths, become U+FFFD. Control characters
/// of terminals are escaped.
std::string json_string(const std::string& value);

}  // namespace bizrec::builder
