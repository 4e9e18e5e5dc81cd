#pragma once

#include <cstddef>
#include <vector>

#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include "lmdb_builder/build/hand_over.hpp"

namespace bizrec::builder {

/// Items that a pipeline has under way at once: a few more than threads, so that none waits for the ordered stages.
constexpr std::size_t pipeline_items(unsigned threads) noexcept {
    return threads <= 1 ? 1 : 2 * std::size_t{threads} + 1;
}

/// Makes items, works on each, and takes them in the order in which they were made:
///   bool produce(Item&)   fills an item that may hold what an earlier one left; false: there is no more;
///   void work(Item&)      on any thread, several at a time;
///   void consume(Item&)   one or more of them, each on one thread at a time, one after the other for an item.
/// Memory: pipeline_items(threads) items. With one thread everything runs in the caller's, and no other is made.
/// What a stage throws comes out here once the others have stopped.
template <class Item, class Produce, class Work, class... Consume>
void run_in_order(unsigned threads, Produce&& produce, Work&& work, Consume&&... consume) {
    std::vector<Item> items(pipeline_items(threads));
    if (threads <= 1) {
        while (produce(items.front())) {
            work(items.front());
            (consume(items.front()), ...);
        }
        return;
    }
    // No more items are under way than there are, and they leave in order: the next one is always free.
    std::size_t produced = 0;
    const auto next = [&](tbb::flow_control& control) -> Item* {
        take_over(&produced);
        Item* const item = &items[produced % items.size()];
        take_over(item);
        const bool more = produce(*item);
        produced += more ? 1 : 0;
        hand_over(&produced);
        hand_over(item);
        if (!more) {
            control.stop();
        }
        return more ? item : nullptr;
    };
    const auto on_any_thread = [&work](Item* item) {
        take_over(item);
        work(*item);
        hand_over(item);
        return item;
    };
    const auto one_by_one = [](auto& stage) {
        return [&stage](Item* item) {
            take_over(item);
            take_over(&stage);
            stage(*item);
            hand_over(&stage);
            hand_over(item);
            return item;
        };
    };
    const auto stages = ((tbb::make_filter<void, Item*>(tbb::filter_mode::serial_in_order, next) &
                          tbb::make_filter<Item*, Item*>(tbb::filter_mode::parallel, on_any_thread)) &
                         ... & tbb::make_filter<Item*, Item*>(tbb::filter_mode::serial_in_order, one_by_one(consume)));
    const auto end = tbb::make_filter<Item*, void>(tbb::filter_mode::serial_in_order, [](Item*) {});
    hand_over(&produced);
    for (Item& item : items) {
        hand_over(&item);
    }
    tbb::task_arena(static_cast<int>(threads)).execute([&] { tbb::parallel_pipeline(items.size(), stages & end); });
    take_over(&produced);
    for (Item& item : items) {
        take_over(&item);
    }
}

}  // namespace bizrec::builder
