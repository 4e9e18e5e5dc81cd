#include "lmdb_builder/build/workers.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <mutex>

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
    if (threads_ == nullptr) {
        for (std::size_t i = 0; i < count; ++i) {
            each(i);
        }
        return;
    }
    threads_->arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, each, tbb::simple_partitioner()); });
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
    const auto read = [&](tbb::flow_control& control) {
        const std::size_t slot = free.take();  // there is one: a token is a slot
        if (!steps.read(slot)) {
            control.stop();
        }
        return slot;
    };
    const auto work = [&](std::size_t slot) {
        steps.work(slot, static_cast<unsigned>(tbb::this_task_arena::current_thread_index()));
        return slot;
    };
    const auto finish = [&](std::size_t slot) {
        steps.finish(slot);
        free.give_back(slot);
    };
    threads_->arena.execute([&] {
        tbb::parallel_pipeline(slots,
                               tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, read) &
                                   tbb::make_filter<std::size_t, std::size_t>(tbb::filter_mode::parallel, work) &
                                   tbb::make_filter<std::size_t, void>(tbb::filter_mode::serial_in_order, finish));
    });
}

}  // namespace bizrec::builder
