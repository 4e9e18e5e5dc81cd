#pragma once

#include <cstdint>
#include <string>

namespace bizrec::builder {

/// Formats a number: "1,234,567".
std::string with_separators(std::uint64_t number);

/// Formats a size: "1.5 MiB", "512 bytes".
std::string size_text(std::uint64_t bytes);

/// A JSON string literal with its quotes. Bytes that are not UTF-8, as in some paths, become U+FFFD. Control characters
/// of terminals are escaped.
std::string json_string(const std::string& value);

}  // namespace bizrec::builder
