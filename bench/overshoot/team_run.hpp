#pragma once

#include <cstdint>
#include <memory>
#include <queue>
#include <vector>

#include "bench/generator/random.hpp"
#include "bench/overshoot/counters.hpp"
#include "bench/overshoot/schedule.hpp"
#include "bench/overshoot/team.hpp"
#include "bizrec/ledger/account_layout.hpp"

namespace bizrec::overshoot {

/// Mean price of a usual request, in thousandths of a credit: half of them ask for one row, the others for up to 50.
inline constexpr double mean_of_request = 13'250;

struct Outcome {
    ledger::Millicredits delivered = 0;  ///< since the simulation began
    ledger::Millicredits lost = 0;       ///< the part of it lost with a machine's memory
    ledger::Millicredits overshoot = 0;  ///< beyond the balance; 0 if the balance was not used up
    bool agrees = false;                 ///< at the end all edges and the centre have the same counters
    std::uint64_t charges = 0, refusals = 0;
};

/// Simulates the edges of one team and the centre, event by event. The server's own code charges the server's own
/// accounts. Numbers move between memory, ledgers and centre at the times of the schedule. A run or transaction without
/// news is skipped.
class TeamRun {
public:
    TeamRun(const Team& team, const Schedule& schedule);

    /// Runs until no edge has news for another.
    Outcome run();

private:
    enum class What : std::uint8_t {
        request,   ///< a client makes a request
        sync,      ///< memory and ledger are read
        synced,    ///< memory and ledger have each other's values
        exchange,  ///< the ledger is read, to be sent to the centre
        pushed,    ///< the counters arrive at the centre
        centre_read,
        imported,
        exchange_ended,
        power_lost,
        power_back,
    };
    struct Event {
        Milliseconds time;
        std::uint64_t order;  ///< order of creation, for events at the same time
        What what;
        std::uint32_t edge;   ///< index of the edge in the team
        std::uint64_t value;  ///< number of a run, message or start of the machine; for `pushed`: millicredits

        bool operator>(const Event& other) const noexcept {
            return time != other.time ? time > other.time : order > other.order;
        }
    };
    /// A message from the centre that is on its way.
    struct Message {
        std::vector<ledger::Millicredits> spent;
        unsigned arrivals = 0;  ///< how often it will still arrive
    };
    struct Edge {
        unsigned number = 0;  ///< number of the edge in the schedule
        double per_second = 0;
        ledger::Account* account = nullptr;
        std::unique_ptr<Counters> known;  ///< the counters in the edge's ledger
        RequestRate rate{0, 0};
        ledger::Millicredits taken = 0;  ///< the account's `spent`, as the transaction in progress has read it
        ledger::Millicredits taken_elsewhere = 0;
        ledger::Millicredits counted_elsewhere = 0;  ///< spent on other edges, as the account's limit counts it
        std::uint64_t starts = 0;                    ///< of the machine; a transaction of an earlier start is void
        bool is_up = true, syncs = false, exchanges = false;
    };

    void add(Milliseconds time, What what, std::size_t edge, std::uint64_t value = 0);
    void perform(const Event& event);
    void begin_traffic(std::size_t edge);
    Milliseconds pause(double per_second);
    void request(std::size_t edge);
    bool charge(std::size_t edge, ledger::Millicredits amount);
    void attack(std::size_t edge);
    void sync(std::size_t edge, std::uint64_t start);
    void synced(std::size_t edge, std::uint64_t start);
    void exchange(std::size_t edge, std::size_t number);
    void pushed(std::size_t edge, ledger::Millicredits spent);
    void pull(std::size_t edge, const Exchange& run);
    void import(std::size_t edge, std::uint64_t message);
    void lose_power(std::size_t edge);
    void set_limit(Edge& edge);
    void want_sync(std::size_t edge);
    void want_exchange(std::size_t edge);
    bool all_agree() const;

    const Team& team_;
    const Schedule& schedule_;
    generator::Random random_;
    std::vector<ledger::Account> accounts_;
    std::vector<Edge> edges_;
    Counters centre_;
    std::vector<Message> messages_;
    std::vector<std::uint64_t> free_messages_;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
    std::uint64_t order_ = 0;
    Milliseconds now_ = 0;
    Outcome outcome_;
};

}  // namespace bizrec::overshoot
