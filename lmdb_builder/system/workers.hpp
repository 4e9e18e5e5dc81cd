#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

namespace bizrec::builder {

/// The threads of a build, on oneTBB. All multi-threaded work except Background runs here. With one thread, only the
/// caller's thread is used. If a step throws, the other steps are ended, and the call that started them rethrows the
/// same exception.
///
/// Steps that run in parallel may take a lane, 0 to count() - 1: no two calls with the same lane overlap. Per-thread
/// data is a vector of count() elements.
class Workers {
public:
    static constexpr unsigned max_threads = 256;

    /// The number of processors that this process may use, 1 to max_threads.
    static unsigned available() noexcept;

    /// `threads`: 1 to max_threads; fewer if the system cannot start more.
    explicit Workers(unsigned threads);
    ~Workers();

    unsigned count() const noexcept { return count_; }

    /// The number of items for a pipeline whose memory needs no tighter limit. There are more items than threads, so
    /// that no thread waits for the steps that run in order.
    std::size_t pipeline_items() const noexcept { return 2 * std::size_t{count_} + 1; }

    /// Makes items, works on each, and consumes them in the order in which they were made:
    ///   bool produce(Item&)        one at a time; fills an item that may contain old data; false: no more
    ///   void work(Item&[, lane])   several at a time
    ///   void consume(Item&)        one or more functions, called one after the other for each item; each takes one
    ///                              item at a time, in order
    /// Memory: `max_items` items, all made at the start; with one thread a single one.
    template <class Item, class Produce, class Work, class... Consume>
    void pipeline(std::size_t max_items, Produce&& produce, Work&& work, Consume&&... consume) {
        std::vector<Item> items(count_ == 1 ? 1 : max_items);
        run(items.size(), {[&](std::size_t item) { return produce(items[item]); },
                           [&](std::size_t item, unsigned lane) { call(work, items[item], lane); },
                           {[&](std::size_t item) { consume(items[item]); }...}});
    }

    /// Calls run(i) or run(i, lane) for each i below `count`: in parallel and in no order; with one thread in order.
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
    std::unique_ptr<Threads> threads_;  // null: only the caller's thread works
};

}  // namespace bizrec::builder
