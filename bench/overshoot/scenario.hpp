#pragma once

#include <cstdint>
#include <vector>

#include "bench/overshoot/schedule.hpp"
#include "bench/overshoot/team.hpp"

namespace bizrec::overshoot {

/// What many teams have had beyond their balances. Amounts in thousandths of a credit.
struct Summary {
    std::size_t teams = 0;
    ledger::Millicredits median = 0, p99 = 0, greatest = 0;  ///< overshoot of a team
    ledger::Millicredits sum = 0, sold = 0;                  ///< of all teams
    double share_of_bound = 0;                               ///< the greatest of a team
    std::size_t above_bound = 0, in_disagreement = 0;        ///< teams; none, or something is wrong
    std::uint64_t charges = 0;
};

Summary run_teams(const std::vector<Team>& teams, const Schedule& schedule);

/// Edges whose exchanges start at different moments, up to a tenth of the interval late; 2 % of the messages are lost,
/// 2 % come again later.
ExchangeSettings usual_exchanges(unsigned edges, Milliseconds interval, std::uint64_t seed);
/// The centre is dead for an hour from `from` on; of twenty edges, one is cut off for two hours and one loses its
/// power.
void add_outages(ExchangeSettings& settings, Milliseconds from);
/// All edges exchange at the same moments, so that each just misses what the others tell.
ExchangeSettings exchanges_in_step(unsigned edges, Milliseconds interval, std::uint64_t seed);

}  // namespace bizrec::overshoot
