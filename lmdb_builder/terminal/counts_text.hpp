#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace bizrec::builder {

/// The number of occurrences of each reason.
using ReasonCounts = std::map<std::string, std::uint64_t>;

/// Lines such as "  1,234  reason".
std::string counts_lines(const ReasonCounts& counts);
/// A JSON object: {"reason":1234,…}
std::string counts_object(const ReasonCounts& counts);

}  // namespace bizrec::builder
