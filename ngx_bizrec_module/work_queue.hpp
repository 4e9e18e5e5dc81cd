#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "bizrec/base/budget.hpp"
#include "fair_queue.hpp"
#include "ngx.hpp"

struct ngx_thread_pool_s;  // the headers of an nginx without threads do not declare this type

namespace bizrec::ngx {

/// The work of a request at any endpoint. Threads of nginx's pools may do it.
class OffloadedWork {
public:
    /// The result of one piece.
    struct Piece {
        bool is_last;         ///< no work is left
        std::uint64_t steps;  ///< steps of this piece; a step takes some nanoseconds
    };

    virtual ~OffloadedWork() = default;
    /// Does the next piece. Runs on a thread of the pool, one piece after the other, or on the event loop. Touches
    /// neither nginx nor the request. After a cancelled piece there is no further one.
    virtual Piece run_piece(const Cancellation& cancellation) noexcept = 0;
};

#if (NGX_THREADS)

/// The work of one worker that waits for the threads of one pool. nginx's own queue is first come, first served, so it
/// gets no work. Instead it gets one task for each request, a pump, and all pumps are equal. A pump takes the next
/// piece by FairQueue, puts the remaining work back, and goes on until any one request is finished. So there are as
/// many pumps as requests, and the `max_queue` of the pool bounds both.
///
/// Locking: the mutex guards FairQueue and the number of pumps. An Item belongs to the event loop. Only its `work`
/// belongs to the thread between FairQueue::take() and put_back() or finish(); the mutex hands it over in both
/// directions.
class WorkQueue {
public:
    struct Item : FairQueue::Item {
        OffloadedWork* work = nullptr;
        Cancellation cancellation;         ///< the event loop sets it, the thread reads it
        bool is_complete = false;          ///< all work is done; the thread sets it, the event loop reads it
        void (*on_done)(Item&) = nullptr;  ///< called on the event loop after a thread has released the item
    };

    /// The team whose line takes the item, and the maximum length of that line.
    struct Place {
        FairQueue::Team team;
        std::size_t max_waiting;
    };

    enum class Added : std::uint8_t {
        yes,
        line_is_full,  ///< the line of the team is full
        all_is_full,   ///< the pool's queue is full; nginx has logged it
    };

    /// The queue of the pool, created on first use. May throw std::bad_alloc. Called on the event loop, like all public
    /// functions of this class.
    static WorkQueue& for_pool(ngx_thread_pool_s* pool);

    /// Adds an item to its team's line. `pushed_out`: set to an item of another team that was taken out to make room,
    /// or to null. May throw std::bad_alloc, and then changes nothing.
    Added add(Item& item, const Place& place, Item*& pushed_out);

    /// Takes a waiting item out of the queue. Returns false if a thread works on it or has finished it.
    bool take_out(Item& item) noexcept;

    /// End of the worker: waits until no thread does work of this module. Waiting work is not started.
    static void end_all() noexcept;

private:
    struct Pump {
        ngx_thread_task_t task{};
        WorkQueue* queue = nullptr;
        Item* finished = nullptr;  // the thread writes, the event loop reads
        std::unique_ptr<Pump> next;
    };

    explicit WorkQueue(ngx_thread_pool_s* pool) noexcept : pool_(pool) {}

    std::unique_ptr<Pump> take_pump();
    void keep(std::unique_ptr<Pump> pump) noexcept;
    bool post(std::unique_ptr<Pump> pump) noexcept;
    void wake_parked() noexcept;
    Item* next(std::unique_lock<std::mutex>& lock) noexcept;
    void work(Pump& pump) noexcept;
    static void run_pump(void* pump, ngx_log_t*) noexcept;
    static void on_pump_event(ngx_event_t* event) noexcept;

    ngx_thread_pool_s* const pool_;
    std::unique_ptr<Pump> idle_pumps_;  // only for the event loop

    std::mutex mutex_;
    std::condition_variable changed_;  // wakes parked threads
    FairQueue queue_;
    std::size_t pumps_ = 0;   // pumps in nginx's queue or on a thread
    std::size_t parked_ = 0;  // threads that wait because no waiting item may start
    bool is_ending_ = false;

    WorkQueue* next_ = nullptr;  // list of the worker's queues
};

#endif

struct LocationConf;

/// The owner whose share of the threads pays for a request's work: its team by bizrec_access, otherwise its client's
/// address (the first 64 bits of an IPv6 address). The result is a hash. Two owners with the same hash have one share.
/// Defined in work_owner.cpp.
FairQueue::Team owner_of_work(ngx_http_request_t* r, const LocationConf& conf) noexcept;

}  // namespace bizrec::ngx
