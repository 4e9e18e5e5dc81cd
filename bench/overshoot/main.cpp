/// Simulates how much many edges deliver beyond a balance, and compares it with the bound of docs/credits.md. Prints a
/// tab-separated table. Deterministic. Exits 1 if a team got more than the bound, or if edges do not agree at the end.

#include <CLI/CLI.hpp>
#include <cstdio>

#include "bench/overshoot/scenario.hpp"

namespace {

using namespace bizrec::overshoot;

struct Options {
    unsigned edges = 100;
    unsigned teams = 10'000;
    unsigned attackers = 12;
    std::uint64_t seed = 1;
};

constexpr Milliseconds second = 1000;
constexpr Milliseconds hour = 3600 * second;

double credits(bizrec::ledger::Millicredits amount) {
    return static_cast<double>(amount) / 1000;
}

/// Prints one row. False if a promise of docs/credits.md is broken.
bool print(const char* traffic, const Schedule& schedule, const Summary& summary) {
    std::printf("%s\t%lld\t%zu\t%.3f\t%.3f\t%.3f\t%.9f\t%.6f\t%llu\n", traffic,
                static_cast<long long>(schedule.settings().interval / second), summary.teams, credits(summary.median),
                credits(summary.p99), credits(summary.greatest),
                static_cast<double>(summary.sum) / static_cast<double>(summary.sold), summary.share_of_bound,
                static_cast<unsigned long long>(summary.charges));
    std::fflush(stdout);
    if (summary.above_bound + summary.in_disagreement != 0) {
        std::fprintf(stderr, "%s, an exchange each %lld s: %zu teams above the bound, %zu on whose sums edges differ\n",
                     traffic, static_cast<long long>(schedule.settings().interval / second), summary.above_bound,
                     summary.in_disagreement);
    }
    return summary.above_bound + summary.in_disagreement == 0;
}

bool run_interval(const Options& options, Milliseconds interval) {
    const Milliseconds end = 6 * interval + 60 * second;
    const Schedule usual(usual_exchanges(options.edges, interval, options.seed), end);
    ExchangeSettings settings = usual.settings();
    const Milliseconds end_with_outages = end + 3 * hour;
    add_outages(settings, end_with_outages / 5);
    const Schedule with_outages(settings, end_with_outages);
    const Schedule in_step(exchanges_in_step(options.edges, interval, options.seed), end);
    bool is_right = print("usual", usual, run_teams(usual_teams(options.teams, usual, options.seed), usual));
    is_right &=
        print("outages", with_outages, run_teams(usual_teams(options.teams, with_outages, options.seed), with_outages));
    is_right &= print("attack", usual, run_teams(attackers(options.attackers, usual, options.seed), usual));
    is_right &= print("in step", in_step, run_teams(attackers(options.attackers, in_step, options.seed), in_step));
    return is_right;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("What many edges deliver beyond a balance, against the interval of their exchange");
    app.add_option("--edges", options.edges, "edges (100)");
    app.add_option("--teams", options.teams, "teams (10000)");
    app.add_option("--attackers", options.attackers, "teams that ask all edges at their limits (12)");
    app.add_option("--seed", options.seed, "of all draws (1)");
    CLI11_PARSE(app, argc, argv);
    std::printf("traffic\tinterval_s\tteams\tmedian\tp99\tgreatest\tsold_share\tbound_share\tcharges\n");
    bool is_right = true;
    for (const Milliseconds seconds : {1, 5, 15, 60, 300, 900, 3600}) {
        is_right &= run_interval(options, seconds * second);
    }
    return is_right ? 0 : 1;
}
