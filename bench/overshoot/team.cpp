#include "bench/overshoot/team.hpp"

#include <algorithm>

#include "bench/corpus/zipf.hpp"
#include "bench/generator/random.hpp"
#include "bench/overshoot/bound.hpp"
#include "bench/overshoot/team_run.hpp"

namespace bizrec::overshoot {
namespace {

using generator::Random;
using ledger::Millicredits;

constexpr Plan plans[] = {{10, 20, 8}, {400, 400, 128}, {4000, 4000, 512}};  // the plans of conf/nginx/bizrec/http.conf
// Demand of the first team, in requests a second over all edges.
constexpr double demand_of_first = 200;
constexpr Millicredits sold_for_s = 7 * 24 * 3600;

const Plan& plan_of(double per_second) noexcept {
    return plans[per_second > 20 ? 2 : per_second > 1 ? 1 : 0];
}

std::size_t number_of_edges(Random& random, unsigned most) {
    const std::uint32_t of_100 = random.below(100);
    const std::uint32_t number = 1 + (of_100 < 60   ? random.below(3)
                                      : of_100 < 90 ? random.below(10)
                                                    : random.below(most));
    return std::min(number, most);
}

/// Picks `number` different edges of 0..most-1.
std::vector<unsigned> some_edges(Random& random, std::size_t number, unsigned most) {
    std::vector<unsigned> edges(most);
    for (unsigned edge = 0; edge < most; ++edge) {
        edges[edge] = edge;
    }
    for (std::size_t i = 0; i < number; ++i) {
        std::swap(edges[i], edges[i + random.below(static_cast<std::uint32_t>(most - i))]);
    }
    edges.resize(number);
    return edges;
}

/// The team uses its first edge most: shares of 1, 1/2, 1/3, …
std::vector<Demand> spread(const std::vector<unsigned>& edges, double per_second) {
    double weights = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        weights += 1.0 / static_cast<double>(i + 1);
    }
    std::vector<Demand> demands;
    for (const unsigned edge : edges) {
        demands.push_back({edge, per_second / weights / static_cast<double>(demands.size() + 1)});
    }
    return demands;
}

}  // namespace

std::vector<Team> usual_teams(unsigned teams, const Schedule& schedule, std::uint64_t seed) {
    const unsigned edges = schedule.settings().edges;
    Random random(seed);
    std::vector<Team> made(teams);
    for (unsigned rank = 0; rank < teams; ++rank) {
        Team& team = made[rank];
        const double per_second = demand_of_first / (rank + 1);
        team.plan = plan_of(per_second);
        team.demands = spread(some_edges(random, number_of_edges(random, edges), edges), per_second);
        const double spent_a_second = per_second * mean_of_request;
        team.sold = static_cast<Millicredits>(spent_a_second * sold_for_s);
        const Milliseconds lasts = schedule.end() * random.between(30, 60) / 100;
        team.balance = static_cast<Millicredits>(spent_a_second * static_cast<double>(lasts) / 1000);
        team.seed = random.next();
    }
    return made;
}

std::vector<Team> attackers(unsigned teams, const Schedule& schedule, std::uint64_t seed) {
    const ExchangeSettings& settings = schedule.settings();
    Random random(seed);
    std::vector<Team> made(teams);
    for (unsigned number = 0; number < teams; ++number) {
        Team& team = made[number];
        const unsigned edges = number % 3 == 0 ? 2 : number % 3 == 1 ? 10 : 40;
        for (const unsigned edge : some_edges(random, std::min(edges, settings.edges), settings.edges)) {
            team.demands.push_back({edge, 0});
        }
        // If edges exchange in step, the attack begins at an exchange or shortly before it, so that this exchange
        // misses the charges. Otherwise it begins at any moment of an interval.
        const auto later = static_cast<Milliseconds>(random.below(static_cast<std::uint32_t>(settings.interval)));
        team.attack = settings.interval + (settings.in_step ? -settings.sync * (number % 2) : later);
        // By the bound, an edge delivers at most max_within() before the others know of it. The balance is that amount,
        // or a part of it. If edges exchange in step, half of the balances are 5 % above that amount: they would show
        // that the bound is too low.
        const std::int32_t percent = settings.in_step ? (number % 4 < 2 ? 100 : 105) : random.between(40, 100);
        team.balance = max_within(team.plan, longest_age_of(team, schedule)) * percent / 100;
        team.sold = team.balance;
        team.seed = random.next();
    }
    return made;
}

}  // namespace bizrec::overshoot
