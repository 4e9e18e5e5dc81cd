#pragma once

#include <string>
#include <vector>

#include "status_snapshot.hpp"

namespace bizrec::ngx {

enum class HealthState : std::uint8_t { ok, degraded, not_ready };

/// What a snapshot says of the server, in words.
struct Health {
    HealthState state = HealthState::ok;
    std::vector<std::string> reasons;  ///< why not ok; those of not_ready first
    unsigned workers_alive = 0;        ///< that do not end
    unsigned workers_ready = 0;        ///< of these
};

const char* name_of(HealthState state) noexcept;

/// not_ready: the worker that answers cannot serve. degraded: it can, and somebody should look.
Health judge_health(const StatusSnapshot& snapshot);

/// What the index figures are about: the worker that answers, or where it serves no generation another one.
/// Null: no worker knows the index.
const IndexReport* report_of_index(const StatusSnapshot& snapshot, const std::string& path) noexcept;

/// Workers that serve another generation than the one that was taken last, or none. `since_s`: when it was taken.
unsigned workers_behind(const StatusSnapshot& snapshot, const std::string& path, std::int64_t* since_s) noexcept;

}  // namespace bizrec::ngx
