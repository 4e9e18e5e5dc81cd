#include "bench/overshoot/bound.hpp"

#include <algorithm>

namespace bizrec::overshoot {
namespace {

using ledger::Millicredits;

std::int64_t power_losses(const Schedule& schedule, unsigned edge) {
    const auto& outages = schedule.settings().outages;
    return std::count_if(outages.begin(), outages.end(),
                         [&](const Outage& outage) { return outage.power_lost && outage.edge == edge; });
}

}  // namespace

Milliseconds longest_age_of(const Team& team, const Schedule& schedule) {
    Milliseconds longest = 0;
    for (const Demand& from : team.demands) {
        for (const Demand& to : team.demands) {
            if (from.edge != to.edge) {
                longest = std::max(longest, schedule.longest_age(from.edge, to.edge));
            }
        }
    }
    return longest;
}

Millicredits bound_of(const Team& team, const Schedule& schedule) {
    Millicredits lost = 0, by_limits = 0;
    for (const Demand& last : team.demands) {  // whichever edge charges last
        Millicredits unknown = 0;
        for (const Demand& other : team.demands) {
            if (other.edge != last.edge) {
                unknown += max_within(team.plan, schedule.longest_age(other.edge, last.edge),
                                      power_losses(schedule, other.edge));
            }
        }
        by_limits = std::max(by_limits, unknown);
        lost += power_losses(schedule, last.edge) * max_within(team.plan, schedule.longest_sync());
    }
    const auto others = static_cast<Millicredits>(team.demands.size()) - 1;
    return std::min(by_limits, others * team.balance) + lost;
}

}  // namespace bizrec::overshoot
