#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bench/overshoot/plan.hpp"
#include "bench/overshoot/schedule.hpp"
#include "bizrec/ledger/millicredits.hpp"

namespace bizrec::overshoot {

/// What a team asks of one edge.
struct Demand {
    unsigned edge = 0;      ///< of the schedule
    double per_second = 0;  ///< requests
};

struct Team {
    Plan plan;
    std::vector<Demand> demands;
    ledger::Millicredits sold = 0;     ///< granted, all in all
    ledger::Millicredits balance = 0;  ///< what is left of it when the simulation begins, as every edge knows
    /// Nothing until then, and then all that the plan lets through, on all edges, until each refuses.
    std::optional<Milliseconds> attack;
    std::uint64_t seed = 1;
};

/// Teams whose demand follows Zipf's law. Most ask few edges, some ask all. What they have left ends in the midst of
/// the simulation.
std::vector<Team> usual_teams(unsigned teams, const Schedule& schedule, std::uint64_t seed);

/// Teams that ask some edges at their limits at a moment of their choice, with the balance that gives them most.
std::vector<Team> attackers(unsigned teams, const Schedule& schedule, std::uint64_t seed);

}  // namespace bizrec::overshoot
