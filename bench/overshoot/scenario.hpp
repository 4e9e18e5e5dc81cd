#pragma once

#include <cstdint>
#include <vector>

#include "bench/overshoot/schedule.hpp"
#include "bench/overshoot/team.hpp"

namespace bizrec::overshoot {

/// How much many teams got beyond their balances. Amounts are in thousandths of a credit.
struct Summary {
    std::size_t teams = 0;
    ledger::Millicredits median = 0, p99 = 0, greatest = 0;  ///< of the overshoot of one team
    ledger::Millicredits sum = 0, sold = 0;                  ///< overshoot of all teams; credits granted to all teams
    double share_of_bound = 0;                               ///< maximum, over the teams, of overshoot / bound
    std::size_t above_bound = 0, in_disagreement = 0;        ///< numbers of teams; both must be 0
    std::uint64_t charges = 0;
};

Summary run_teams(const std::vector<Team>& teams, const Schedule& schedule);

/// Edges whose exchanges start at different moments, each up to a tenth of the interval late. 2 % of the messages are
/// lost, and 2 % arrive again later.
ExchangeSettings usual_exchanges(unsigned edges, Milliseconds interval, std::uint64_t seed);
/// Adds outages. The centre is down for one hour after `from`. One edge in every twenty is cut off for two hours, and
/// another one loses power.
void add_outages(ExchangeSettings& settings, Milliseconds from);
/// All edges exchange at the same moments, so each just misses the news of the others.
ExchangeSettings exchanges_in_step(unsigned edges, Milliseconds interval, std::uint64_t seed);

}  // namespace bizrec::overshoot
