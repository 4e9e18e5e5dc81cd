#include "lmdb_builder/build/ordered_pipeline.hpp"

#include <gtest/gtest.h>

#include <tbb/global_control.h>

#include <atomic>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "lmdb_builder/build/run_each.hpp"

namespace bizrec::builder {
namespace {

struct Item {
    std::size_t number = 0;
    std::size_t square = 0;
    std::size_t seen = 0;  ///< by the consumers
    bool busy = false;
};

/// What comes out of a pipeline of `count` items.
std::vector<std::size_t> squares(unsigned threads, std::size_t count) {
    std::vector<std::size_t> out;
    std::size_t made = 0, first = 0;
    run_in_order<Item>(
        threads,
        [&](Item& item) {
            EXPECT_FALSE(item.busy) << "an item is taken again only when it has left";
            if (made == count) {
                return false;
            }
            item = {made++, 0, 0, true};
            return true;
        },
        [](Item& item) {
            // Work of unequal length: later items would overtake earlier ones.
            std::size_t sum = 0;
            for (std::size_t i = 0; i < (item.number % 7) * 1000; ++i) {
                sum += i;
            }
            item.square = item.number * item.number + (sum == 1 ? 1 : 0);
        },
        [&](Item& item) {
            EXPECT_EQ(item.number, first++);
            ++item.seen;
        },
        [&](Item& item) {
            EXPECT_EQ(item.seen, 1U);
            out.push_back(item.square);
            item.busy = false;
        });
    return out;
}

TEST(OrderedPipeline, KeepsTheOrderWhateverTheThreads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 8);
    for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
        std::vector<std::size_t> want(count);
        for (std::size_t i = 0; i < count; ++i) {
            want[i] = i * i;
        }
        for (const unsigned threads : {0U, 1U, 2U, 3U, 8U}) {
            EXPECT_EQ(squares(threads, count), want) << threads << " threads, " << count << " items";
        }
    }
}

TEST(OrderedPipeline, OneThreadIsTheCallers) {
    std::set<std::thread::id> threads;
    int left = 50;
    const auto note = [&](Item&) { threads.insert(std::this_thread::get_id()); };
    run_in_order<Item>(
        1, [&](Item& item) { return note(item), left-- > 0; }, note, note);
    run_each(1, 50, [&](std::size_t) { threads.insert(std::this_thread::get_id()); });
    EXPECT_EQ(threads, std::set<std::thread::id>{std::this_thread::get_id()});
}

TEST(OrderedPipeline, WhatAStageThrowsComesOut) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 4);
    for (const unsigned threads : {1U, 4U}) {
        for (const std::string stage : {"produce", "work", "consume"}) {
            std::size_t made = 0, consumed = 0;
            const auto fail_at = [&stage](const char* here, std::size_t number) {
                if (stage == here && number == 20) {
                    throw std::runtime_error(stage);
                }
            };
            const auto run = [&] {
                run_in_order<Item>(
                    threads,
                    [&](Item& item) {
                        item.number = made++;
                        fail_at("produce", item.number);
                        return made < 1000;
                    },
                    [&](Item& item) { fail_at("work", item.number); },
                    [&](Item& item) {
                        fail_at("consume", item.number);
                        ++consumed;
                    });
            };
            EXPECT_THROW(run(), std::runtime_error) << stage;
            EXPECT_LE(consumed, 20U) << stage << ": nothing behind the failed one is taken";
            EXPECT_LT(made, 100U) << stage << ": the others stop";
        }
    }
}

TEST(RunEach, RunsEachOnce) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 4);
    for (const unsigned threads : {0U, 1U, 2U, 4U}) {
        std::vector<std::atomic<int>> runs(300);
        run_each(threads, runs.size(), [&](std::size_t i) { ++runs[i]; });
        for (const std::atomic<int>& count : runs) {
            EXPECT_EQ(count, 1);
        }
        EXPECT_THROW(run_each(threads, 3, [](std::size_t i) { i == 1 ? throw std::runtime_error("1") : void(); }),
                     std::runtime_error);
    }
}

}  // namespace
}  // namespace bizrec::builder
