#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "bizrec/base/cancellation.hpp"
#include "fair_queue.hpp"
#include "ngx.hpp"

struct ngx_thread_pool_s;  // where nginx was built without threads, its headers do not know the type

namespace bizrec::ngx {

/// A request's work that threads of nginx's pools may do, whatever the endpoint.
class OffloadedWork {
public:
    /// What one piece was.
    struct Piece {
        bool is_last;         ///< nothing is left to do
        std::uint64_t steps;  ///< that it took, of some nanoseconds
    };

    virtual ~OffloadedWork() = default;
    /// Does a piece. On a thread of the pool, one after the other, or on the event loop's: touches neither nginx nor
    /// the request. After a piece that was cancelled there is no further one.
    virtual Piece run_piece(const Cancellation& cancellation) noexcept = 0;
};

#if (NGX_THREADS)

/// The work of one worker that waits for the threads of one pool. nginx's own queue is first come, first served, so it
/// gets no work: for each request it gets a pump, all alike. A pump takes the piece that is next by FairQueue, puts
/// what is left of it back, and goes on until one request is finished, whosever that is. So there are as many pumps as
/// requests, and the `max_queue` of the pool bounds both.
///
/// Who touches what: FairQueue and the pumps' number have the mutex. An Item belongs to the event loop, but for its
/// work between FairQueue::take() and put_back() or finish(), which is the thread's; the mutex hands both over.
class WorkQueue {
public:
    struct Item : FairQueue::Item {
        OffloadedWork* work = nullptr;
        Cancellation cancellation;         ///< of the event loop, for the thread
        bool is_complete = false;          ///< of the thread, for the event loop: all is done, nothing was cancelled
        void (*on_done)(Item&) = nullptr;  ///< on the event loop, when a thread has let go of it
    };

    /// Who waits, and for how long its line may be.
    struct Place {
        FairQueue::Team team;
        std::size_t max_waiting;
    };

    enum class Added : std::uint8_t {
        yes,
        line_is_full,  ///< of the team
        all_is_full,   ///< the pool's queue; nginx has logged it
    };

    /// That of the pool; made where there is none. May throw std::bad_alloc. Like all others, on the event loop.
    static WorkQueue& of(ngx_thread_pool_s* pool);

    /// `pushed_out`: an item that was taken out to make room, if any. May throw std::bad_alloc, and then nothing has
    /// happened.
    Added add(Item& item, const Place& place, Item*& pushed_out);

    /// True: the item waited, and does no more. False: a thread has it, or is done with it.
    bool take_out(Item& item) noexcept;

    /// The end of the worker: waits until no thread is at work of ours. What waits is not begun.
    static void end_all() noexcept;

private:
    struct Pump {
        ngx_thread_task_t task{};
        WorkQueue* queue = nullptr;
        Item* finished = nullptr;  // of the thread, for the event loop
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
    std::unique_ptr<Pump> idle_pumps_;  // of the event loop

    std::mutex mutex_;
    std::condition_variable changed_;  // for parked threads
    FairQueue queue_;
    std::size_t pumps_ = 0;   // that nginx has, or a thread
    std::size_t parked_ = 0;  // threads that may begin nothing of what waits
    bool is_ending_ = false;

    WorkQueue* next_ = nullptr;  // of the worker's
};

#endif

}  // namespace bizrec::ngx
