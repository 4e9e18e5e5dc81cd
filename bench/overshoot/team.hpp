#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bench/overshoot/plan.hpp"
#include "bench/overshoot/schedule.hpp"
#include "bizrec/ledger/millicredits.hpp"

namespace bizrec::overshoot {

/// A team's demand on one edge.
struct Demand {
    unsigned edge = 0;      ///< number of the edge in the schedule
    double per_second = 0;  ///< requests a second
};

struct Team {
    Plan plan;
    std::vector<Demand> demands;
    ledger::Millicredits sold = 0;     ///< granted in total
    ledger::Millicredits balance = 0;  ///< the part of it left when the simulation begins; every edge knows it
    /// If set, the team sends nothing before this time. From then on it sends as much as the plan admits, on all edges,
    /// until each refuses.
    std::optional<Milliseconds> attack;
    std::uint64_t seed = 1;
};

/// Teams whose demand follows Zipf's law. Six of ten use 1 to 3 edges, three of ten 1 to 10, and one of ten any number.
/// Their balances run out during the simulation.
std::vector<Team> usual_teams(unsigned teams, const Schedule& schedule, std::uint64_t seed);

/// Teams that use some edges up to their limits at a moment of their choice, with a balance for which the overshoot
/// should be large.
std::vector<Team> attackers(unsigned teams, const Schedule& schedule, std::uint64_t seed);

}  // namespace bizrec::overshoot
