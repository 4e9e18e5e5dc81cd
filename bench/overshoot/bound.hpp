#pragma once

#include "bench/overshoot/schedule.hpp"
#include "bench/overshoot/team.hpp"

namespace bizrec::overshoot {

/// The maximum time from a charge on one of the team's edges until another edge counts it.
Milliseconds longest_age_of(const Team& team, const Schedule& schedule);

/// The bound that docs/credits.md derives: the maximum that all edges together deliver beyond the granted credits.
ledger::Millicredits bound_of(const Team& team, const Schedule& schedule);

}  // namespace bizrec::overshoot
