#pragma once

#include <cstdint>
#include <string>

namespace bizrec::builder {

/// "1,234,567".
std::string with_separators(std::uint64_t number);

/// "1.5 MiB", "512 bytes".
std::string size_text(std::uint64_t bytes);

/// A JSON string literal, quotes included. Bytes that are no UTF-8, as a path may have, become U+FFFD;
/// what steers a terminal is escaped.
std::string json_string(const std::string& value);

}  // namespace bizrec::builder
