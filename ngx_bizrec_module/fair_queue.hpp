#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

/// Chooses the next piece of work when many requests wait for few threads. Uses nothing of nginx.
namespace bizrec::ngx {

/// A deficit round robin over teams: each team has a line of waiting items, and a credit of steps. A round adds the
/// same number of steps to the credit of each team; no credit exceeds that number. The cost of a piece of work is known
/// only when it is done and is subtracted then. So a team may owe steps, which later rounds pay. Among the teams with
/// credit left, the one that was served longest ago is next. An idle team keeps its debt until rounds have paid it, or
/// until the queue is empty.
///
/// As long as two teams use the queue and there are two threads or more, no team holds the last thread. The next team
/// therefore finds a free thread, even if the pieces of other teams are long.
///
/// Not thread-safe: the owner holds a lock. Only add() allocates memory.
class FairQueue {
public:
    using Team = std::uint64_t;

    /// A request with work to do. It must not move while it is in the queue.
    class Item {
    public:
        Item() = default;
        Item(const Item&) = delete;
        Item& operator=(const Item&) = delete;

    private:
        friend class FairQueue;
        Team team_ = 0;
        Item* previous_ = nullptr;
        Item* next_ = nullptr;
        bool waits_ = false;
    };

    static constexpr std::uint64_t usual_round = 100'000;  ///< steps: usually 0.1 to 0.5 ms
    /// A team counts as a user of the queue for this long after it last added an item.
    static constexpr std::uint64_t shared_for_ms = 10'000;

    /// `round`: steps that a round gives each team, above 0.
    explicit FairQueue(std::uint64_t round = usual_round) noexcept : round_(static_cast<Credit>(round)) {}
    FairQueue(const FairQueue&) = delete;
    FairQueue& operator=(const FairQueue&) = delete;

    /// Appends the item to the team's line. Returns false if `max_waiting` items of the team wait already. Throws
    /// std::bad_alloc and then changes nothing. `now_ms`: the time of any clock that does not go back.
    bool add(Item& item, Team team, std::size_t max_waiting, std::uint64_t now_ms);

    /// Takes the next item out of its line, so that it can be worked on. Null if no waiting item may be started.
    Item* take() noexcept;

    /// Call it when a thread has done a piece of an item from take(); the piece took `steps`. The item goes back to the
    /// end of its team's line.
    void put_back(Item& item, std::uint64_t steps) noexcept;
    /// Call it instead of put_back() when the item's work is complete.
    void finish(Item& item, std::uint64_t steps) noexcept;

    /// Takes a waiting item out of the queue. Returns false if a thread is working on it, or if it is in no queue.
    bool remove(Item& item) noexcept;

    /// Makes room for an item of `team`: takes out and returns the newest item of the longest line. Null if no line is
    /// longer than the team's own.
    Item* make_room(Team team) noexcept;

    /// Call enter_thread() when a thread starts to take items, and leave_thread() when it stops. Teams share the peak
    /// number of such threads.
    void enter_thread() noexcept;
    void leave_thread() noexcept { --threads_; }

    std::size_t waiting() const noexcept { return waiting_; }
    std::size_t at_work() const noexcept { return at_work_; }

private:
    using Credit = std::int64_t;

    struct Line {
        Item* first = nullptr;
        Item* last = nullptr;
        std::size_t length = 0;
        std::size_t at_work = 0;
        Credit credit = 0;       // steps that the team has left, at most round_; negative: a debt
        std::uint64_t turn = 0;  // value of turns_ when the team was served last, or the line was created
    };

    bool may_begin(const Line& line) const noexcept;
    Line* next_line() noexcept;
    void add_rounds(Credit rounds) noexcept;
    void append(Line& line, Item& item) noexcept;
    void unlink(Line& line, Item& item) noexcept;
    Line& charge_line(const Item& item, std::uint64_t steps) noexcept;
    void note_visit(Team team, std::uint64_t now_ms) noexcept;
    void forget_if_idle(Team team) noexcept;

    const Credit round_;
    std::unordered_map<Team, Line> lines_;
    std::uint64_t turns_ = 0;
    std::size_t waiting_ = 0;
    std::size_t at_work_ = 0;
    std::size_t threads_ = 0;
    std::size_t max_threads_ = 0;

    // The team that added the latest item, and the time when another team last added one.
    bool has_visitor_ = false;
    bool has_other_ = false;
    Team visitor_ = 0;
    std::uint64_t visited_ms_ = 0;
    std::uint64_t other_visited_ms_ = 0;
};

}  // namespace bizrec::ngx
