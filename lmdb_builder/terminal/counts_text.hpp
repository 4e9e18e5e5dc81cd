#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace bizrec::builder {

/// How often each reason came.
using ReasonCounts = std::map<std::string, std::uint64_t>;

/// "  1,234  reason", a line each.
std::string counts_lines(const ReasonCounts& counts);
/// {"reason":1234,…}
std::string counts_object(const ReasonCounts& counts);

}  // namespace bizrec::builder
