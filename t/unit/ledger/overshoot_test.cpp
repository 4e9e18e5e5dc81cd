#include <algorithm>

#include "bench/generator/random.hpp"
#include "bench/overshoot/bound.hpp"
#include "bench/overshoot/counters.hpp"
#include "bench/overshoot/scenario.hpp"
#include "bench/overshoot/team_run.hpp"
#include "t/unit/ledger/ledger_fixture.hpp"

namespace bizrec::overshoot {
namespace {

using ledger::Millicredits;
using ledger::test::must;

constexpr Milliseconds second = 1000;
constexpr Milliseconds minute = 60 * second;

void expect_promises(const Summary& summary) {
    EXPECT_EQ(summary.above_bound, 0U);
    EXPECT_EQ(summary.in_disagreement, 0U);
    EXPECT_GT(summary.charges, 0U);
}

class Overshoot : public ledger::test::LedgerTest {};

/// The simulation and the ledger must merge counters to the same result, also those that arrive out of order.
TEST_F(Overshoot, CountersOfTheSimulationMergeAsTheLedgerDoes) {
    constexpr std::size_t edges = 5;
    const auto ledger = open();
    auto txn = must(ledger->begin(ledger::Ledger::Mode::write));
    const auto id_of = [&](std::size_t edge) {
        return edge == 0 ? ledger->about().edge_id() : "edge/" + std::to_string(edge);
    };
    Counters counters(std::vector<Millicredits>(edges, 0));
    generator::Random random(7);
    for (int i = 0; i < 1000; ++i) {
        const std::size_t edge = random.below(edges);
        const Millicredits spent = random.between(0, 1000) * (i + 1);
        EXPECT_EQ(must(txn.merge_counter(id_of(edge), "acme", spent)), counters.merge(edge, spent));
    }
    for (std::size_t edge = 0; edge < edges; ++edge) {
        EXPECT_EQ(must(txn.counter(id_of(edge), "acme")), counters.of(edge));
    }
    EXPECT_EQ(must(txn.sums("acme"))->spent_elsewhere(), counters.elsewhere(0));
}

TEST_F(Overshoot, RateLetsABurstAndOneMorePassAtOnce) {
    RequestRate rate(10, 20);
    const auto admitted = [&rate](Milliseconds from, Milliseconds until) {
        int requests = 0;
        for (Milliseconds now = from; now <= until; ++now) {
            while (rate.admits(now)) {
                ++requests;
            }
        }
        return requests;
    };
    EXPECT_EQ(admitted(0, 0), 21);
    EXPECT_EQ(admitted(1, 1000), 10);
    EXPECT_EQ(admitted(100'000, 100'000), 21);
}

/// The age of what one edge knows of the charges of another must not exceed the bound of docs/credits.md.
TEST_F(Overshoot, AgeIsAtMostTwoIntervalsAndTwoSyncs) {
    ExchangeSettings settings = usual_exchanges(20, minute, 3);
    add_outages(settings, 20 * minute);
    const Schedule schedule(settings, 180 * minute);
    for (unsigned from = 0; from < settings.edges; ++from) {
        for (unsigned to = 0; to < settings.edges; ++to) {
            EXPECT_LE(schedule.longest_age(from, to),
                      schedule.longest_interval(from) + schedule.longest_interval(to) + 2 * schedule.longest_sync());
        }
    }
}

TEST_F(Overshoot, OfUsualTrafficIsWithinTheBoundAndAllEdgesAgreeInTheEnd) {
    for (const Milliseconds interval : {second, minute, 10 * minute}) {
        const Schedule schedule(usual_exchanges(30, interval, 5), 6 * interval + minute);
        expect_promises(run_teams(usual_teams(200, schedule, 5), schedule));
    }
}

TEST_F(Overshoot, WithADeadCentreAndLostMachinesIsWithinTheBoundToo) {
    ExchangeSettings settings = usual_exchanges(30, minute, 9);
    add_outages(settings, 20 * minute);
    const Schedule schedule(settings, 180 * minute);
    auto teams = usual_teams(300, schedule, 9);
    teams.erase(teams.begin(), teams.begin() + 50);  // removes the 50 with the most requests
    expect_promises(run_teams(teams, schedule));
}

/// The bound is not larger than necessary: a team that uses all edges at their limits reaches it.
TEST_F(Overshoot, OfAnAttackReachesTheBoundAndDoesNotExceedIt) {
    const Schedule in_step(exchanges_in_step(40, minute, 2), 7 * minute);
    const Summary worst = run_teams(attackers(9, in_step, 2), in_step);
    expect_promises(worst);
    EXPECT_GT(worst.share_of_bound, 0.95);
    const Schedule usual(usual_exchanges(40, minute, 2), 7 * minute);
    expect_promises(run_teams(attackers(30, usual, 2), usual));
}

/// Rate times age alone is not a bound: bursts come at once, and requests wait in flight.
TEST_F(Overshoot, BurstsAndRequestsInFlightCount) {
    const Schedule schedule(exchanges_in_step(2, second, 2), minute);
    const Team team = attackers(1, schedule, 2).front();
    const Plan& plan = team.plan;
    const Outcome outcome = TeamRun(team, schedule).run();
    EXPECT_LE(outcome.overshoot, bound_of(team, schedule));
    EXPECT_GT(outcome.overshoot, plan.max_of_request * plan.rate * longest_age_of(team, schedule) / 1000);
}

TEST_F(Overshoot, OfALoneEdgeIsNothing) {
    const Schedule schedule(usual_exchanges(1, minute, 4), 7 * minute);
    const Summary summary = run_teams(usual_teams(100, schedule, 4), schedule);
    expect_promises(summary);
    EXPECT_EQ(summary.sum, 0);
}

}  // namespace
}  // namespace bizrec::overshoot
