#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bizrec::overshoot {

/// Since the simulation began.
using Milliseconds = std::int64_t;

struct Outage {
    static constexpr unsigned centre = ~0U;

    unsigned edge = centre;  ///< or the centre, which no edge reaches then
    Milliseconds from = 0, until = 0;
    bool power_lost = false;  ///< the edge serves nothing, and its memory is gone; else it serves and is cut off
};

struct ExchangeSettings {
    unsigned edges = 100;
    Milliseconds interval = 60'000;
    Milliseconds jitter = 0;        ///< an exchange starts up to so much after its turn
    unsigned lost_percent = 0;      ///< of the messages of each direction
    unsigned repeated_percent = 0;  ///< arrive once more, up to five intervals later
    bool in_step = false;           ///< all edges read the centre at one moment, just before they tell it anything
    Milliseconds sync = 1000;
    std::vector<Outage> outages;
    std::uint64_t seed = 1;
};

/// One run of an edge's exchange: its counters to the centre, and all counters from there.
struct Exchange {
    Milliseconds start = 0;      ///< the edge's ledger is read
    Milliseconds at_centre = 0;  ///< what it has arrives
    Milliseconds read = 0;       ///< the centre is read
    Milliseconds imported = 0;   ///< what it had is in the edge's ledger; the end of the run
    bool pushed = false, pulled = false;
    Milliseconds pushed_again = 0, pulled_again = 0;  ///< 0 = not
};

/// A transaction of the edge's server with its ledger.
struct Sync {
    Milliseconds start = 0;  ///< memory and ledger are read
    Milliseconds end = 0;    ///< each has what the other had
};

/// When each edge writes its ledger and exchanges it. Determined by the settings alone, the same for every team.
class Schedule {
public:
    /// `end`: of the traffic.
    Schedule(ExchangeSettings settings, Milliseconds end);

    const ExchangeSettings& settings() const noexcept { return settings_; }
    Milliseconds end() const noexcept { return end_; }

    /// The first run of an edge that starts after a moment, and the run of that number.
    std::size_t first_exchange_after(unsigned edge, Milliseconds time) const;
    Exchange exchange(unsigned edge, std::size_t number) const;
    Sync first_sync_after(unsigned edge, Milliseconds time) const;

    /// From the start of a transaction to the end of the next one, at most.
    Milliseconds longest_sync() const noexcept;
    /// From the start of an edge's run that succeeded to the end of the next that did, at most.
    Milliseconds longest_interval(unsigned edge) const;
    /// From a charge on one edge until another one counts it, at most.
    Milliseconds longest_age(unsigned from, unsigned to) const { return ages_[from * settings_.edges + to]; }

private:
    Milliseconds find_longest_age(unsigned from, unsigned to) const;
    Exchange make_exchange(unsigned edge, std::size_t number) const;
    bool is_cut_off(unsigned edge, const Exchange& run) const noexcept;

    ExchangeSettings settings_;
    Milliseconds end_;
    std::vector<Milliseconds> turns_, ticks_;       // of each edge, the first
    std::vector<std::vector<Exchange>> exchanges_;  // of each edge, until some time after the end
    std::vector<Milliseconds> ages_;                // from each edge to each
};

}  // namespace bizrec::overshoot
