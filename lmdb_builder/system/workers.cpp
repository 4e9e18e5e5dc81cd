#include "lmdb_builder/system/workers.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <system_error>
#include <thread>

#include "lmdb_builder/system/parallel_part.hpp"

namespace bizrec::builder {
namespace {

constexpr unsigned background_threads = 2;  ///< number of Background threads that a build may run in addition

/// Returns how many of the `wanted` threads the system allows: containers and `ulimit -u` limit the number. To find
/// out, starts them and the background threads at the same time. oneTBB itself would end the process if it could not
/// start a thread.
unsigned startable(unsigned wanted) {
    std::vector<std::thread> tried;
    tried.reserve(wanted - 1 + background_threads);
    std::mutex gate;
    {
        const std::lock_guard<std::mutex> shut(gate);
        try {
            while (tried.size() < tried.capacity()) {
                tried.emplace_back([&gate] { const std::lock_guard<std::mutex> pass(gate); });
            }
        } catch (const std::system_error&) {
        }
    }
    for (std::thread& thread : tried) {
        thread.join();
    }
    const auto missing = static_cast<unsigned>(tried.capacity() - tried.size());
    if (missing != 0) {  // the kernel still counts a thread for a moment after its end
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return wanted - std::min(missing, wanted - 1);
}

}  // namespace

struct Workers::Threads {
    // The limit is set because tests ask for more threads than processors, so that threads interleave.
    explicit Threads(unsigned count)
        : limit(tbb::global_control::max_allowed_parallelism, count), arena(static_cast<int>(count)) {}

    tbb::global_control limit;
    tbb::task_arena arena;
};

unsigned Workers::available() noexcept {
    return std::clamp(static_cast<unsigned>(tbb::info::default_concurrency()), 1U, max_threads);
}

Workers::Workers(unsigned threads)
    : count_(threads == 1 ? 1 : startable(threads)),
      threads_(count_ == 1 ? nullptr : std::make_unique<Threads>(count_)) {}

Workers::~Workers() = default;

/// A pipeline on several threads.
class Workers::Pipeline {
public:
    Pipeline(const Steps& steps, std::size_t items, unsigned lanes)
        : steps_(steps), free_(items), item_places_(items), lane_places_(lanes) {}

    /// Call it in a task arena with as many threads as there are lanes.
    void run() {
        constexpr auto in_order = tbb::filter_mode::serial_in_order, parallel = tbb::filter_mode::parallel;
        auto filters =
            filter<void, std::size_t>(in_order, [this](tbb::flow_control& control) { return produce(control); }) &
            filter<std::size_t, std::size_t>(parallel, [this](std::size_t item) { return work(item); });
        for (const Consume& step : steps_.consume) {
            filters &= filter<std::size_t, std::size_t>(
                in_order, [this, &step](std::size_t item) { return consume(step, item); });
        }
        const auto end = filter<std::size_t, void>(parallel, [this](std::size_t item) { leave(item); });
        tbb::parallel_pipeline(item_places_.size(), filters & end);
    }

private:
    /// Items that no step uses. take() returns the item that was given back last, because its memory is still in the
    /// cache.
    class FreeItems {
    public:
        explicit FreeItems(std::size_t count) {
            for (std::size_t item = count; item-- > 0;) {
                items_.push_back(item);
            }
        }

        std::size_t take() {
            const std::lock_guard<std::mutex> lock(mutex_);
            const std::size_t item = items_.back();
            items_.pop_back();
            return item;
        }

        void give_back(std::size_t item) {
            const std::lock_guard<std::mutex> lock(mutex_);
            items_.push_back(item);
        }

    private:
        std::mutex mutex_;
        std::vector<std::size_t> items_;
    };

    template <class In, class Out, class Step>
    tbb::filter<In, Out> filter(tbb::filter_mode mode, Step step) const {
        return tbb::make_filter<In, Out>(mode, [this, step](auto&& in) BIZREC_UNSEEN_BY_THREAD_SANITIZER {
            // ThreadSanitizer does not check this function. So only this function reads the capture, which oneTBB has
            // passed between threads.
            const Step here = step;
            part_.enter();
            return here(in);
        });
    }

    std::size_t produce(tbb::flow_control& control) {
        // free_ is not empty, because the pipeline never has more items in progress than there are items.
        const std::size_t item = free_.take();
        const ParallelPart::Turn turn(part_, &steps_.produce), own(part_, &item_places_[item]);
        if (!steps_.produce(item)) {
            control.stop();
        }
        return item;
    }

    std::size_t work(std::size_t item) {
        const auto lane = static_cast<unsigned>(tbb::this_task_arena::current_thread_index());
        const ParallelPart::Turn turn(part_, &lane_places_[lane]), own(part_, &item_places_[item]);
        steps_.work(item, lane);
        return item;
    }

    std::size_t consume(const Consume& step, std::size_t item) {
        const ParallelPart::Turn turn(part_, &step), own(part_, &item_places_[item]);
        step(item);
        return item;
    }

    void leave(std::size_t item) {
        const ParallelPart::Turn own(part_, &item_places_[item]);
        free_.give_back(item);
    }

    const Steps& steps_;
    FreeItems free_;
    const std::vector<char> item_places_, lane_places_;  // only their addresses matter: they identify turns
    const ParallelPart part_;  // constructed after the members above, and destroyed before them
};

void Workers::run(std::size_t items, const Steps& steps) {
    if (threads_ == nullptr) {
        run_alone(steps);
        return;
    }
    Pipeline pipeline(steps, items, count_);
    threads_->arena.execute([&pipeline] { pipeline.run(); });
}

void Workers::run_alone(const Steps& steps) {
    while (steps.produce(0)) {
        steps.work(0, 0);
        for (const Consume& consume : steps.consume) {
            consume(0);
        }
    }
}

}  // namespace bizrec::builder
