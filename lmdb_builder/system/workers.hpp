#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

namespace bizrec::builder {

/// The threads of a build, on oneTBB: whatever runs on several of them runs here. One thread means none but the
/// caller's. What a step throws ends the other steps and comes out of the call that started them, as it was thrown.
///
/// Steps that run several at a time may take a lane, 0 to count() - 1: no two calls with one lane overlap. What each
/// thread needs for itself is a vector of count() of them.
class Workers {
public:
    static constexpr unsigned max_threads = 256;

    /// The processors that this process may use, 1 to max_threads.
    static unsigned available() noexcept;

    /// `threads`: 1 to max_threads; fewer where the system has no more to give.
    explicit Workers(unsigned threads);
    ~Workers();

    unsigned count() const noexcept { return count_; }

    /// Items enough for a pipeline whose memory needs no closer bound: a few more than threads, so that none waits for
    /// the steps that run in order.
    std::size_t pipeline_items() const noexcept { return 2 * std::size_t{count_} + 1; }

    /// Makes items, works on each, and takes them in the order in which they were made:
    ///   bool produce(Item&)        one at a time; fills an item that may hold what an earlier one left; false: no more
    ///   void work(Item&[, lane])   several at a time
    ///   void consume(Item&)        any number of them: each one item at a time, in order; an item by one after another
    /// Memory: `max_items` items, all made at the start; with one thread a single one.
    template <class Item, class Produce, class Work, class... Consume>
    void pipeline(std::size_t max_items, Produce&& produce, Work&& work, Consume&&... consume) {
        std::vector<Item> items(count_ == 1 ? 1 : max_items);
        run(items.size(), {[&](std::size_t item) { return produce(items[item]); },
                           [&](std::size_t item, unsigned lane) { call(work, items[item], lane); },
                           {[&](std::size_t item) { consume(items[item]); }...}});
    }

    /// run(i) or run(i, lane) for each i below `count`, several at a time, in no order; with one thread in order.
    template <class Run>
    void for_each(std::size_t count, Run&& run) {
        std::size_t next = 0;
        const auto number = [&](std::size_t& i) {
            i = next;
            return next++ < count;
        };
        pipeline<std::size_t>(pipeline_items(), number, run);
    }

private:
    using Consume = std::function<void(std::size_t item)>;
    struct Steps {
        std::function<bool(std::size_t item)> produce;
        std::function<void(std::size_t item, unsigned lane)> work;
        std::vector<Consume> consume;
    };
    struct Threads;
    class Pipeline;

    template <class Work, class Item>
    static void call(Work& work, Item& item, [[maybe_unused]] unsigned lane) {
        if constexpr (std::is_invocable_v<Work&, Item&, unsigned>) {
            work(item, lane);
        } else {
            work(item);
        }
    }

    void run(std::size_t items, const Steps& steps);
    static void run_alone(const Steps& steps);

    unsigned count_;
    std::unique_ptr<Threads> threads_;  // null: none but the caller's
};

}  // namespace bizrec::builder
