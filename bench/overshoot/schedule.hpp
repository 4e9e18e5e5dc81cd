#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bizrec::overshoot {

/// Time since the simulation began.
using Milliseconds = std::int64_t;

struct Outage {
    static constexpr unsigned centre = ~0U;

    unsigned edge = centre;  ///< `centre`: no edge can reach the centre
    Milliseconds from = 0, until = 0;
    bool power_lost = false;  ///< the edge serves nothing and loses its memory; false: it serves but is cut off
};

struct ExchangeSettings {
    unsigned edges = 100;
    Milliseconds interval = 60'000;
    Milliseconds jitter = 0;        ///< maximum delay of an exchange after its turn
    unsigned lost_percent = 0;      ///< messages of each direction that are lost
    unsigned repeated_percent = 0;  ///< messages that arrive once more, up to five intervals later
    bool in_step = false;           ///< all edges read the centre at the same moment, just before they write to it
    Milliseconds sync = 1000;
    std::vector<Outage> outages;
    std::uint64_t seed = 1;
};

/// One run of an edge's exchange: it sends its counters to the centre and gets all counters back.
struct Exchange {
    Milliseconds start = 0;      ///< when the edge's ledger is read
    Milliseconds at_centre = 0;  ///< when the edge's counters arrive
    Milliseconds read = 0;       ///< when the centre is read
    Milliseconds imported = 0;   ///< when the centre's counters are in the edge's ledger; the run ends
    bool pushed = false, pulled = false;
    Milliseconds pushed_again = 0, pulled_again = 0;  ///< times at which a message arrives once more; 0: it does not
};

/// One transaction of the edge's server with its ledger.
struct Sync {
    Milliseconds start = 0;  ///< memory and ledger are read
    Milliseconds end = 0;    ///< memory and ledger have each other's values
};

/// The times at which each edge writes its ledger and exchanges it. They depend only on the settings and are the same
/// for every team.
class Schedule {
public:
    /// `end`: the end of the traffic.
    Schedule(ExchangeSettings settings, Milliseconds end);

    const ExchangeSettings& settings() const noexcept { return settings_; }
    Milliseconds end() const noexcept { return end_; }

    /// The number of the first run of an edge that starts after `time`; exchange() returns the run with that number.
    std::size_t first_exchange_after(unsigned edge, Milliseconds time) const;
    Exchange exchange(unsigned edge, std::size_t number) const;
    Sync first_sync_after(unsigned edge, Milliseconds time) const;

    /// The maximum time from the start of a transaction to the end of the next one.
    Milliseconds longest_sync() const noexcept;
    /// The maximum time from the start of a successful run of an edge to the end of its next successful run.
    Milliseconds longest_interval(unsigned edge) const;
    /// The maximum time from a charge on one edge until another edge counts it.
    Milliseconds longest_age(unsigned from, unsigned to) const { return ages_[from * settings_.edges + to]; }

private:
    Milliseconds find_longest_age(unsigned from, unsigned to) const;
    Exchange make_exchange(unsigned edge, std::size_t number) const;
    bool is_cut_off(unsigned edge, const Exchange& run) const noexcept;

    ExchangeSettings settings_;
    Milliseconds end_;
    std::vector<Milliseconds> turns_, ticks_;       // of each edge: times of its first exchange and its first sync
    std::vector<std::vector<Exchange>> exchanges_;  // exchanges of each edge, until some time after the end
    std::vector<Milliseconds> ages_;                // find_longest_age() of each edge to each edge
};

}  // namespace bizrec::overshoot
