#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "lmdb_builder/build/failure.hpp"
#include "lmdb_builder/build/workers.hpp"

namespace bizrec::builder {
namespace {

TEST(Workers, FinishesInTheOrderOfReading) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        Workers workers(threads);
        std::vector<std::atomic<int>> busy(threads);
        int next = 0;
        std::vector<int> finished;
        workers.pipeline<int>(
            2 * threads,
            [&](int& batch) {
                batch = next++;
                return batch < 1000;
            },
            [&](int& batch, unsigned lane) {
                ASSERT_LT(lane, threads);
                ASSERT_EQ(busy[lane]++, 0) << "one lane, one thread";
                batch *= 2;
                --busy[lane];
            },
            [&](int& batch) { finished.push_back(batch); });
        ASSERT_EQ(finished.size(), 1000U);
        for (int i = 0; i < 1000; ++i) {
            ASSERT_EQ(finished[static_cast<std::size_t>(i)], 2 * i);
        }
    }
}

TEST(Workers, HoldsNoMoreBatchesThanAsked) {
    constexpr std::size_t in_flight = 5;
    Workers workers(3);
    std::atomic<std::size_t> held{0}, most{0};
    int next = 0;
    workers.pipeline<int>(
        in_flight,
        [&](int&) {
            if (next++ == 500) {
                return false;
            }
            const std::size_t now = ++held;
            most = std::max(most.load(), now);
            return true;
        },
        [](int&, unsigned) {}, [&](int&) { --held; });
    EXPECT_LE(most.load(), in_flight);
    EXPECT_EQ(held.load(), 0U);
}

enum class Step { read, work, finish };

template <class Thrown>
void fail_in(Step where, unsigned threads, const Thrown& thrown) {
    Workers workers(threads);
    int next = 0;
    const auto perhaps = [&](Step here, int batch) {
        if (here == where && batch == 77) {
            throw Thrown(thrown);
        }
    };
    workers.pipeline<int>(
        4,
        [&](int& batch) {
            batch = next++;
            perhaps(Step::read, batch);
            return batch < 1000;
        },
        [&](int& batch, unsigned) { perhaps(Step::work, batch); }, [&](int& batch) { perhaps(Step::finish, batch); });
}

TEST(Workers, WhatAStepThrowsComesOutAsItIs) {
    for (const unsigned threads : {1U, 2U, 8U}) {
        for (const Step step : {Step::read, Step::work, Step::finish}) {
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
    for (const unsigned threads : {1U, 4U}) {
        Workers workers(threads);
        std::vector<std::atomic<int>> seen(100);
        workers.for_each(seen.size(), [&](std::size_t i) { ++seen[i]; });
        for (const std::atomic<int>& times : seen) {
            EXPECT_EQ(times.load(), 1);
        }
        EXPECT_THROW(workers.for_each(3, [](std::size_t) { throw BuildFailure("no"); }), BuildFailure);
    }
}

TEST(Workers, ThereIsAlwaysAProcessor) {
    EXPECT_GE(Workers::available(), 1U);
    EXPECT_LE(Workers::available(), Workers::most_threads);
}

}  // namespace
}  // namespace bizrec::builder
