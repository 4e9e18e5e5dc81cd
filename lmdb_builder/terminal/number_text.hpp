#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace bizrec::builder {

/// A number with commas: "1,234,567".
std::string with_separators(std::uint64_t number);

/// A number with commas and its noun: "1 entry", "1,234 entries".
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

/// A size for people: "1.5 MiB", "512 bytes".
std::string size_text(std::uint64_t bytes);

/// A JSON string literal with its quotes. Bytes that are not UTF-8, as in some paths, become U+FFFD. Control characters
/// of terminals are escaped.
std::string json_string(const std::string& value);

/// The number of occurrences of each reason.
using ReasonCounts = std::map<std::string, std::uint64_t>;

/// Lines such as "  1,234  reason".
std::string counts_lines(const ReasonCounts& counts);
/// A JSON object: {"reason":1234,…}
std::string counts_object(const ReasonCounts& counts);

}  // namespace bizrec::builder
