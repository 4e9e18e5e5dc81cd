#pragma once

#include "bench/overshoot/schedule.hpp"
#include "bench/overshoot/team.hpp"

namespace bizrec::overshoot {

/// From a charge on one of the team's edges until another one counts it, at most.
Milliseconds longest_age_of(const Team& team, const Schedule& schedule);

/// What docs/credits.md derives: the most that all edges deliver beyond what was granted.
ledger::Millicredits bound_of(const Team& team, const Schedule& schedule);

}  // namespace bizrec::overshoot
