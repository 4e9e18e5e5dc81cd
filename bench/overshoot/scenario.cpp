#include "bench/overshoot/scenario.hpp"

#include <algorithm>

#include "bench/overshoot/bound.hpp"
#include "bench/overshoot/team_run.hpp"

namespace bizrec::overshoot {
namespace {

using ledger::Millicredits;

constexpr Milliseconds minute = 60'000;

/// The value that `percent` per cent of the values do not exceed. `sorted` is not empty.
Millicredits percentile(const std::vector<Millicredits>& sorted, std::size_t percent) {
    return sorted[(sorted.size() - 1) * percent / 100];
}

}  // namespace

Summary run_teams(const std::vector<Team>& teams, const Schedule& schedule) {
    Summary summary;
    std::vector<Millicredits> overshoots;
    for (const Team& team : teams) {
        const Outcome outcome = TeamRun(team, schedule).run();
        const Millicredits bound = bound_of(team, schedule);
        overshoots.push_back(outcome.overshoot);
        summary.sum += outcome.overshoot;
        summary.sold += team.sold;
        summary.charges += outcome.charges;
        summary.above_bound += outcome.overshoot > bound ? 1 : 0;
        summary.in_disagreement += outcome.agrees ? 0 : 1;
        if (bound > 0) {
            const double share = static_cast<double>(outcome.overshoot) / static_cast<double>(bound);
            summary.share_of_bound = std::max(summary.share_of_bound, share);
        }
    }
    std::sort(overshoots.begin(), overshoots.end());
    summary.teams = teams.size();
    if (!overshoots.empty()) {
        summary.median = percentile(overshoots, 50);
        summary.p99 = percentile(overshoots, 99);
        summary.greatest = overshoots.back();
    }
    return summary;
}

ExchangeSettings usual_exchanges(unsigned edges, Milliseconds interval, std::uint64_t seed) {
    ExchangeSettings settings;
    settings.edges = edges;
    settings.interval = interval;
    settings.jitter = interval / 10;
    settings.lost_percent = 2;
    settings.repeated_percent = 2;
    settings.seed = seed;
    return settings;
}

void add_outages(ExchangeSettings& settings, Milliseconds from) {
    settings.outages.push_back({Outage::centre, from, from + 60 * minute, false});
    for (unsigned edge = 0; edge < settings.edges; edge += 20) {
        settings.outages.push_back({edge, from - 10 * minute, from + 110 * minute, false});
        const unsigned other = (edge + 10) % settings.edges;
        settings.outages.push_back({other, from + 20 * minute, from + 22 * minute, true});
    }
}

ExchangeSettings exchanges_in_step(unsigned edges, Milliseconds interval, std::uint64_t seed) {
    ExchangeSettings settings;
    settings.edges = edges;
    settings.interval = interval;
    settings.in_step = true;
    settings.seed = seed;
    return settings;
}

}  // namespace bizrec::overshoot
