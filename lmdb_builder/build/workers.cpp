#include "lmdb_builder/build/workers.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <initializer_list>
#include <mutex>

#include "lmdb_builder/build/run_each.hpp"

namespace bizrec::builder {
namespace {

/// Slots that are free; the last one given back is the next one taken: its memory is still in the cache.
class FreeSlots {
public:
    explicit FreeSlots(std::size_t count) {
        for (std::size_t slot = count; slot-- > 0;) {
            free_.push_back(slot);
        }
    }

    std::size_t take() {
        const std::lock_guard<std::mutex> lock(mutex_);
        const std::size_t slot = free_.back();
        free_.pop_back();
        return slot;
    }

    void give_back(std::size_t slot) {
        const std::lock_guard<std::mutex> lock(mutex_);
        free_.push_back(slot);
    }

private:
    std::mutex mutex_;
    std::vector<std::size_t> free_;
};

/// What one step did before leave() is seen by the steps that enter() later. oneTBB orders them so by itself; this says
/// it once more, once a batch, in words that ThreadSanitizer sees: it does not look into Debian's libtbb.
class Order {
public:
    void enter() const noexcept { (void)passed_.load(std::memory_order_acquire); }
    void leave() noexcept { passed_.fetch_add(1, std::memory_order_release); }

private:
    std::atomic<unsigned> passed_{0};
};

/// In the order of several at once, from its making to its end.
class InOrder {
public:
    InOrder(std::initializer_list<Order*> orders) : orders_(orders) {
        for (const Order* order : orders_) {
            order->enter();
        }
    }
    InOrder(const InOrder&) = delete;
    InOrder& operator=(const InOrder&) = delete;
    ~InOrder() {
        for (Order* order : orders_) {
            order->leave();
        }
    }

private:
    std::vector<Order*> orders_;
};

Order begun;  // what was done before a parallel part began: of all of them, for it must be there before any

unsigned this_lane() {
    return static_cast<unsigned>(tbb::this_task_arena::current_thread_index());
}

}  // namespace

struct Workers::Threads {
    // More threads than processors is what a test asks for, to see threads meet.
    explicit Threads(unsigned count)
        : limit(tbb::global_control::max_allowed_parallelism, count), arena(static_cast<int>(count)) {}

    tbb::global_control limit;
    tbb::task_arena arena;
};

unsigned Workers::available() noexcept {
    return std::clamp(static_cast<unsigned>(tbb::info::default_concurrency()), 1U, most_threads);
}

Workers::Workers(unsigned threads)
    : count_(threads), threads_(threads == 1 ? nullptr : std::make_unique<Threads>(threads)) {}

Workers::~Workers() = default;

void Workers::for_each(std::size_t count, const std::function<void(std::size_t)>& each) {
    run_each(count_, count, each);
}

void Workers::run(std::size_t slots, const Steps& steps) {
    if (threads_ == nullptr) {
        while (steps.read(0)) {
            steps.work(0, 0);
            steps.finish(0);
        }
        return;
    }
    FreeSlots free(slots);
    Order reading, finishing;
    std::vector<Order> of_slot(slots), of_lane(count_);
    const auto read = [&](tbb::flow_control& control) {
        begun.enter();
        const std::size_t slot = free.take();  // there is one: a token is a slot
        const InOrder order{&reading, &of_slot[slot]};
        if (!steps.read(slot)) {
            control.stop();
        }
        return slot;
    };
    const auto work = [&](std::size_t slot) {
        begun.enter();
        const unsigned lane = this_lane();
        const InOrder order{&of_slot[slot], &of_lane[lane]};
        steps.work(slot, lane);
        return slot;
    };
    const auto finish = [&](std::size_t slot) {
        begun.enter();
        const InOrder order{&finishing, &of_slot[slot]};
        steps.finish(slot);
        free.give_back(slot);
    };
    begun.leave();
    threads_->arena.execute([&] {
        tbb::parallel_pipeline(slots,
                               tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, read) &
                                   tbb::make_filter<std::size_t, std::size_t>(tbb::filter_mode::parallel, work) &
                                   tbb::make_filter<std::size_t, void>(tbb::filter_mode::serial_in_order, finish));
    });
    const InOrder all{&reading, &finishing};
    for (const std::vector<Order>* orders : {&of_slot, &of_lane}) {
        for (const Order& order : *orders) {
            order.enter();
        }
    }
}

}  // namespace bizrec::builder
