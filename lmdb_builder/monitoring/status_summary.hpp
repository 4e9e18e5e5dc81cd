#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// What a server's status (docs/status.md) says, for a terminal.
struct StatusSummary {
    std::string state;                              ///< ok, degraded or not_ready
    std::string text;                               ///< lines
    std::map<std::string, std::uint64_t> requests;  ///< so far, by endpoint
};

/// An earlier summary, to tell requests a second by.
struct EarlierRequests {
    std::map<std::string, std::uint64_t> requests;
    double seconds_ago;
};

/// An error where the text is no status of a server.
Result<StatusSummary> summarise_status(std::string_view json, const std::optional<EarlierRequests>& earlier);

}  // namespace bizrec::builder
