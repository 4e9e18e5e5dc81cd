#pragma once

#include <string>
#include <vector>

#include "status_snapshot.hpp"

namespace bizrec::ngx {

enum class HealthState : std::uint8_t { ok, degraded, not_ready };

/// The health of the server, from a snapshot, in words.
struct Health {
    HealthState state = HealthState::ok;
    std::vector<std::string> reasons;  ///< why the state is not ok; reasons for not_ready come first
    unsigned workers_alive = 0;        ///< workers that reported in the last ten seconds and are not ending
    unsigned workers_ready = 0;        ///< how many of them are ready
};

const char* name_of(HealthState state) noexcept;

/// Judges the server. not_ready: the worker that answers cannot serve. degraded: it can, but an operator should look.
Health assess_health(const StatusSnapshot& snapshot);

/// The report that the index figures show: from the worker that answers, or from another one if this one serves no
/// generation. Null if no worker knows the index.
const IndexReport* report_of_index(const StatusSnapshot& snapshot, const std::string& path) noexcept;

/// Number of workers that know the index but do not serve its newest generation, the one that a worker took last.
/// `since_s`: set to the time when that worker took it; 0 if no worker serves a generation.
unsigned workers_behind(const StatusSnapshot& snapshot, const std::string& path, std::int64_t* since_s) noexcept;

}  // namespace bizrec::ngx
