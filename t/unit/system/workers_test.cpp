#include "lmdb_builder/system/workers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

struct Item {
    std::size_t number = 0;
    std::size_t square = 0;
    std::size_t consumers = 0;  ///< number that have seen it
    bool under_way = false;
};

/// Work of varying length, so that later items could overtake earlier ones.
void work_of_unequal_length(std::size_t number) {
    for (std::atomic<std::size_t> i{0}; i < number % 7 * 1000; ++i) {
    }
}

/// The results of a pipeline of `count` items, and the maximum number of items in memory.
struct Squares {
    std::vector<std::size_t> out;
    std::size_t max_held = 0;
};

Squares squares(unsigned threads, std::size_t max_items, std::size_t count) {
    Workers workers(threads);
    Squares squares;
    std::size_t made = 0, first = 0;
    std::atomic<std::size_t> held{0};
    workers.pipeline<Item>(
        max_items,
        [&](Item& item) {
            EXPECT_FALSE(item.under_way) << "an item is taken again only when it has left";
            if (made == count) {
                return false;
            }
            item = {made++, 0, 0, true};
            squares.max_held = std::max(squares.max_held, ++held);
            return true;
        },
        [](Item& item) {
            work_of_unequal_length(item.number);
            item.square = item.number * item.number;
        },
        [&](Item& item) {
            EXPECT_EQ(item.number, first++);
            EXPECT_EQ(item.consumers++, 0U);
        },
        [&](Item& item) {
            EXPECT_EQ(item.consumers++, 1U);
            squares.out.push_back(item.square);
            item.under_way = false;
            --held;
        });
    EXPECT_EQ(held, 0U);
    return squares;
}

TEST(Workers, PipelineKeepsTheOrderAndTheBound) {
    for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
        std::vector<std::size_t> want(count);
        for (std::size_t i = 0; i < count; ++i) {
            want[i] = i * i;
        }
        for (const unsigned threads : {1U, 2U, 3U, 8U}) {
            for (const std::size_t max_items : {std::size_t{1}, std::size_t{5}, Workers(threads).pipeline_items()}) {
                SCOPED_TRACE(std::to_string(threads) + " threads, " + std::to_string(max_items) + " of " +
                             std::to_string(count) + " items");
                const Squares got = squares(threads, max_items, count);
                EXPECT_EQ(got.out, want);
                EXPECT_LE(got.max_held, threads == 1 ? 1 : max_items);
            }
        }
    }
}

/// For each lane, whether a call uses it now.
class Lanes {
public:
    explicit Lanes(unsigned count) : busy_(count) {}

    void use(unsigned lane, std::size_t number) {
        ASSERT_LT(lane, busy_.size());
        EXPECT_EQ(busy_[lane]++, 0) << "no two calls at once with one lane";
        work_of_unequal_length(number);
        --busy_[lane];
    }

private:
    std::vector<std::atomic<int>> busy_;
};

TEST(Workers, ALaneIsOfOneCallAtATime) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        Workers workers(threads);
        Lanes lanes(threads);
        std::size_t next = 0;
        workers.pipeline<std::size_t>(
            workers.pipeline_items(),
            [&](std::size_t& item) {
                item = next++;
                return item < 1000;
            },
            [&](std::size_t item, unsigned lane) { lanes.use(lane, item); }, [](std::size_t) {});
        workers.for_each(1000, [&](std::size_t i, unsigned lane) { lanes.use(lane, i); });
    }
}

TEST(Workers, OneThreadIsTheCallers) {
    Workers workers(1);
    std::set<std::thread::id> threads;
    int left = 50;
    const auto note = [&](int) { threads.insert(std::this_thread::get_id()); };
    workers.pipeline<int>(
        4, [&](int& item) { return note(item), left-- > 0; }, note, note);
    workers.for_each(50, [&](std::size_t) { note(0); });
    EXPECT_EQ(threads, std::set<std::thread::id>{std::this_thread::get_id()});
}

enum class Step { produce, work, consume, consume_last };

template <class Thrown>
void fail_in(Step where, unsigned threads, const Thrown& thrown) {
    Workers workers(threads);
    int next = 0, consumed = 0;
    const auto perhaps = [&](Step here, int item) {
        if (here == where && item == 77) {
            throw Thrown(thrown);
        }
    };
    try {
        workers.pipeline<int>(
            4,
            [&](int& item) {
                item = next++;
                perhaps(Step::produce, item);
                return item < 1000;
            },
            [&](int item) { perhaps(Step::work, item); }, [&](int item) { perhaps(Step::consume, item); },
            [&](int item) {
                perhaps(Step::consume_last, item);
                ++consumed;
            });
    } catch (...) {
        EXPECT_LE(consumed, 77) << "nothing behind the failed one is taken";
        EXPECT_LE(next, 77 + 5) << "the others stop";
        throw;
    }
}

TEST(Workers, WhatAStepThrowsComesOutAsItIs) {
    for (const unsigned threads : {1U, 2U, 8U}) {
        for (const Step step : {Step::produce, Step::work, Step::consume, Step::consume_last}) {
            EXPECT_THROW(fail_in(step, threads, std::bad_alloc()), std::bad_alloc);
            try {
                fail_in(step, threads, BuildFailure("the disk is full"));
                FAIL() << "expected a failure";
            } catch (const BuildFailure& failure) {
                EXPECT_STREQ(failure.what(), "the disk is full");
            }
        }
    }
}

TEST(Workers, EachNumberOnce) {
    for (const unsigned threads : {1U, 2U, 4U}) {
        Workers workers(threads);
        for (const std::size_t count : {0U, 1U, 300U}) {
            std::vector<std::atomic<int>> seen(count);
            workers.for_each(count, [&](std::size_t i) { ++seen[i]; });
            for (const std::atomic<int>& times : seen) {
                EXPECT_EQ(times, 1);
            }
        }
        const auto fail_at_one = [](std::size_t i) { i == 1 ? throw BuildFailure("no") : void(); };
        EXPECT_THROW(workers.for_each(3, fail_at_one), BuildFailure);
    }
}

/// Uses plain memory, for ThreadSanitizer: writes before, in and after a part are visible to later parts in any thread.
TEST(Workers, WhatWasDoneIsSeenByWhatFollows) {
    Workers workers(4);
    std::vector<std::size_t> sums(workers.count());
    for (std::size_t round = 0; round < 20; ++round) {
        std::vector<std::size_t> squares(100);
        workers.for_each(squares.size(), [&](std::size_t i, unsigned lane) { sums[lane] += squares[i] = i * i; });
        std::size_t next = 0, sum = 0;
        workers.pipeline<std::size_t>(
            workers.pipeline_items(),
            [&](std::size_t& item) {
                item = next;
                return next++ < squares.size();
            },
            [&](std::size_t& item) { item = squares[item]; }, [&](std::size_t item) { sum += item; });
        EXPECT_EQ(sum, 328350U);
        std::size_t of_lanes = 0;
        for (std::size_t& part : sums) {
            of_lanes += part;
            part = 0;
        }
        EXPECT_EQ(of_lanes, sum);
    }
}

TEST(Workers, ThereIsAlwaysAProcessor) {
    EXPECT_GE(Workers::available(), 1U);
    EXPECT_LE(Workers::available(), Workers::max_threads);
}

}  // namespace
}  // namespace bizrec::builder
