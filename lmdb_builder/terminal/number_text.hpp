#pragma once

#include <cstdint>
#include <string>

namespace bizrec::builder {

/// "1,234,567".
std::string with_separators(std::uint64_t number);

/// "1.5 MiB", "512 bytes".
std::string size_text(std::uint64_t bytes);

/// A JSON string literal of valid UTF-8 text, quotes included.
std::string json_string(const std::string& utf8);

}  // namespace bizrec::builder
