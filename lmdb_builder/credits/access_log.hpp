#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/credits/log_line.hpp"

namespace bizrec::builder {

struct LogSummary {
    std::uint64_t lines = 0, charges = 0, malformed = 0;
    std::vector<std::string> problems;  ///< the first ten malformed lines, as "FILE:LINE: …"
};

/// Reads the logs in the order of `paths`, plain or compressed, and calls `visit` for each charged request. Malformed
/// lines are counted. Fails if a file cannot be read to its end.
Result<LogSummary> each_logged_charge(const std::vector<std::string>& paths, const LogFields& fields,
                                      const std::function<void(const LoggedCharge&)>& visit);

}  // namespace bizrec::builder
