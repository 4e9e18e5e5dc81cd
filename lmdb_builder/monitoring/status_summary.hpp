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
    std::string text;                               ///< lines
    std::map<std::string, std::uint64_t> requests;  ///< so far, by endpoint
};

/// An earlier summary, from which requests per second are computed.
struct EarlierRequests {
    std::map<std::string, std::uint64_t> requests;
    double seconds_ago;
};

/// Fails if the text is no status of a server.
Result<StatusSummary> summarise_status(std::string_view json, const std::optional<EarlierRequests>& earlier);

}  // namespace bizrec::builder
