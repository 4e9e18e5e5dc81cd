#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// A server's status (docs/status.md), summarised for a terminal.
struct StatusSummary {
    std::string state;                              ///< ok, degraded or not_ready
    std::string text;                               ///< the summary for a terminal, in several lines
    std::map<std::string, std::uint64_t> requests;  ///< number of requests so far, by endpoint
};

/// StatusSummary::requests of an earlier summary, for computing requests per second.
struct EarlierRequests {
    std::map<std::string, std::uint64_t> requests;
    double seconds_ago;
};

/// Summarises the status `json` of a server; fails if it is no such status. `earlier`: nothing if this is the first
/// summary.
Result<StatusSummary> summarise_status(std::string_view json, const std::optional<EarlierRequests>& earlier);

}  // namespace bizrec::builder
