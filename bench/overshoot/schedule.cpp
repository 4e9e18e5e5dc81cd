#include "bench/overshoot/schedule.hpp"

#include <algorithm>
#include <utility>

#include "bench/generator/random.hpp"

namespace bizrec::overshoot {
namespace {

using generator::Random;

constexpr Milliseconds max_write = 50;
constexpr Milliseconds min_transfer = 5;
constexpr Milliseconds max_transfer = 200;

/// Random draws that depend only on the seed, the edge and the number, not on earlier calls.
Random draws_of(std::uint64_t seed, std::uint64_t edge, std::uint64_t number) noexcept {
    Random by_edge(seed ^ edge << 32U);
    return Random(by_edge.next() ^ number);
}

Milliseconds up_to(Random& random, Milliseconds most) noexcept {
    return static_cast<Milliseconds>(random.below(static_cast<std::uint32_t>(most + 1)));
}

Milliseconds transfer(Random& random) noexcept {
    return min_transfer + up_to(random, max_transfer - min_transfer);
}

}  // namespace

Schedule::Schedule(ExchangeSettings settings, Milliseconds end) : settings_(std::move(settings)), end_(end) {
    constexpr std::uint64_t of_phases = ~std::uint64_t{0};
    const auto runs = static_cast<std::size_t>(end / settings_.interval) + 8;
    for (unsigned edge = 0; edge < settings_.edges; ++edge) {
        Random random = draws_of(settings_.seed, edge, of_phases);
        turns_.push_back(settings_.in_step ? 0 : up_to(random, settings_.interval - 1));
        ticks_.push_back(settings_.in_step ? 0 : up_to(random, settings_.sync - 1));
    }
    for (unsigned edge = 0; edge < settings_.edges; ++edge) {
        auto& of_edge = exchanges_.emplace_back();
        of_edge.reserve(runs);
        while (of_edge.size() < runs) {
            of_edge.push_back(make_exchange(edge, of_edge.size()));
        }
    }
    for (unsigned from = 0; from < settings_.edges; ++from) {
        for (unsigned to = 0; to < settings_.edges; ++to) {
            ages_.push_back(find_longest_age(from, to));
        }
    }
}

bool Schedule::is_cut_off(unsigned edge, const Exchange& run) const noexcept {
    return std::any_of(settings_.outages.begin(), settings_.outages.end(), [&](const Outage& outage) {
        return (outage.edge == edge || outage.edge == Outage::centre) && run.start <= outage.until &&
               outage.from <= run.imported;
    });
}

Exchange Schedule::make_exchange(unsigned edge, std::size_t number) const {
    Random random = draws_of(settings_.seed, edge, number);
    Exchange run;
    run.start = turns_[edge] + static_cast<Milliseconds>(number) * settings_.interval + up_to(random, settings_.jitter);
    run.at_centre = run.start + (settings_.in_step ? max_transfer : transfer(random));
    run.read = settings_.in_step ? run.start + min_transfer : run.at_centre + transfer(random);
    run.imported = std::max(run.at_centre, run.read) + (settings_.in_step ? max_transfer : transfer(random));
    const bool cut_off = is_cut_off(edge, run);
    run.pushed = !random.percent(settings_.lost_percent) && !cut_off;
    run.pulled = !random.percent(settings_.lost_percent) && !cut_off;
    const Milliseconds late = 5 * settings_.interval;
    if (random.percent(settings_.repeated_percent) && run.pushed) {
        run.pushed_again = run.at_centre + up_to(random, late);
    }
    if (random.percent(settings_.repeated_percent) && run.pulled) {
        run.pulled_again = run.imported + up_to(random, late);
    }
    return run;
}

Exchange Schedule::exchange(unsigned edge, std::size_t number) const {
    return number < exchanges_[edge].size() ? exchanges_[edge][number] : make_exchange(edge, number);
}

std::size_t Schedule::first_exchange_after(unsigned edge, Milliseconds time) const {
    const Milliseconds turn = (time - turns_[edge] - settings_.jitter) / settings_.interval;
    auto number = static_cast<std::size_t>(std::max<Milliseconds>(turn, 0));
    while (exchange(edge, number).start <= time) {
        ++number;
    }
    return number;
}

Sync Schedule::first_sync_after(unsigned edge, Milliseconds time) const {
    const Milliseconds since = time - ticks_[edge];
    const Milliseconds number = since < 0 ? 0 : since / settings_.sync + 1;
    Random random = draws_of(~settings_.seed, edge, static_cast<std::uint64_t>(number));
    Sync sync;
    sync.start = ticks_[edge] + number * settings_.sync;
    sync.end = sync.start + 1 + up_to(random, max_write - 1);
    return sync;
}

Milliseconds Schedule::longest_sync() const noexcept {
    return settings_.sync + max_write;
}

Milliseconds Schedule::longest_interval(unsigned edge) const {
    Milliseconds longest = 0, pushed = 0, pulled = 0;  // all edges agree at the beginning
    for (std::size_t number = 0; pushed <= end_ || pulled <= end_; ++number) {
        const Exchange run = exchange(edge, number);
        if (run.pushed) {
            longest = std::max(longest, run.imported - pushed);
            pushed = run.start;
        }
        if (run.pulled) {
            longest = std::max(longest, run.imported - pulled);
            pulled = run.start;
        }
    }
    return longest;
}

Milliseconds Schedule::find_longest_age(unsigned from, unsigned to) const {
    Milliseconds longest = 0, charged = 0;  // time of the earliest charge that the centre may lack
    std::size_t pull = 0;
    for (std::size_t number = 0; charged <= end_; ++number) {
        const Exchange push = exchange(from, number);
        if (!push.pushed) {
            continue;
        }
        for (Exchange run = exchange(to, pull); !run.pulled || run.read <= push.at_centre;) {
            run = exchange(to, ++pull);
        }
        longest = std::max(longest, exchange(to, pull).imported + longest_sync() - charged);
        charged = std::max<Milliseconds>(charged, push.start - longest_sync());
    }
    return longest;
}

}  // namespace bizrec::overshoot
