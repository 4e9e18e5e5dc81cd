#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lmdb_builder/sorting/external_sorter.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/workers.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::builder {
namespace {

using search::testing::whole_at_night;

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string random_bytes(std::mt19937_64& random, std::size_t most, unsigned alphabet) {
    std::string text(random() % (most + 1), '\0');
    for (char& c : text) {
        c = static_cast<char>(random() % alphabet);
    }
    return text;
}

Pairs random_pairs(std::mt19937_64& random, std::size_t count) {
    Pairs pairs;
    for (std::size_t i = 0; i < count; ++i) {
        pairs.emplace_back(random_bytes(random, 12, random() % 2 == 0 ? 2 : 256), random_bytes(random, 40, 256));
    }
    return pairs;
}

Pairs drain(const ExternalSorter& sorter) {
    Pairs out;
    ExternalSorter::Cursor cursor = sorter.read();
    while (cursor.next()) {
        out.emplace_back(std::string(cursor.key()), std::string(cursor.payload()));
    }
    return out;
}

TEST(ExternalSorter, AgreesWithStdSortWhateverTheMemoryAndTheFanIn) {
    constexpr unsigned seed = 20261120;
    std::mt19937_64 random(seed);
    for (int round = 0; round < whole_at_night(120); ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
        const Pairs pairs = random_pairs(random, random() % 3000);
        const ExternalSorter::Limits limits{1 + random() % 40000, static_cast<unsigned>(random() % 9)};
        ExternalSorter sorter(::testing::TempDir(), limits);
        for (const auto& [key, payload] : pairs) {
            sorter.add(key, payload);
        }
        sorter.finish();
        Pairs expected = pairs;
        std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
            // std::string compares as unsigned bytes: the standard requires it of char_traits<char>::lt.
            return a < b;
        });
        ASSERT_EQ(drain(sorter), expected);
        ASSERT_EQ(drain(sorter), expected) << "a second walk gives the same";
        ASSERT_EQ(sorter.count(), pairs.size());
    }
}

/// A sort compares the first 8 bytes of keys, and of the payloads of equal keys, before the rest. So equal keys, and
/// keys and payloads with equal beginnings are the hard cases.
TEST(SortArena, AgreesWithStdSortOnKeysThatBeginAlike) {
    std::mt19937_64 random(20261124);
    for (int round = 0; round < 60; ++round) {
        std::vector<std::string> stems;
        for (std::size_t left = 1 + random() % 6; left > 0; --left) {
            stems.push_back(random_bytes(random, 90, 2));
        }
        Pairs expected;
        SortArena arena;
        for (std::size_t left = random() % 600; left > 0; --left) {
            const std::string& stem = stems[random() % stems.size()];
            const std::string key = random() % 2 == 0 ? stem : stem.substr(0, random() % (stem.size() + 1));
            expected.emplace_back(key + (random() % 2 == 0 ? "" : random_bytes(random, 9, 2)),
                                  random() % 2 == 0 ? random_bytes(random, 2, 3) : random_bytes(random, 12, 1));
            arena.add(expected.back().first, expected.back().second);
        }
        std::sort(expected.begin(), expected.end());
        arena.sort();
        Pairs sorted;
        for (const SortArena::Entry& entry : arena) {
            sorted.emplace_back(entry.entry().key(), entry.entry().payload());
            ASSERT_EQ(entry.prefix, key_prefix(entry.entry().key())) << "round " << round;
        }
        ASSERT_EQ(sorted, expected) << "round " << round;
    }
}

TEST(ExternalSorter, LanesFilledByManyThreadsGiveTheSame) {
    constexpr unsigned seed = 7;
    std::mt19937_64 random(seed);
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{20000}, std::uint64_t{64} << 20}) {
            SCOPED_TRACE("threads " + std::to_string(threads) + ", memory " + std::to_string(memory));
            const Pairs pairs = random_pairs(random, 2000);
            Workers workers(threads);
            ExternalSorter sorter(::testing::TempDir(), {memory, 7, threads});
            std::size_t next = 0;
            workers.pipeline<Pairs>(
                2 * threads,
                [&](Pairs& batch) {
                    const auto begin = pairs.begin() + static_cast<std::ptrdiff_t>(next);
                    next = std::min(next + 13, pairs.size());
                    batch.assign(begin, pairs.begin() + static_cast<std::ptrdiff_t>(next));
                    return !batch.empty();
                },
                [&](Pairs& batch, unsigned lane) {
                    for (const auto& [key, payload] : batch) {
                        sorter.add(lane, key, payload);
                    }
                },
                [](Pairs&) {});
            sorter.finish(workers);
            Pairs expected = pairs;
            std::sort(expected.begin(), expected.end());
            ASSERT_EQ(drain(sorter), expected);
            ASSERT_EQ(sorter.count(), pairs.size());
        }
    }
}

TEST(ExternalSorter, KeepsInMemoryWhatIsAllowed) {
    for (const std::uint64_t kept : {std::uint64_t{1} << 20, std::uint64_t{1000}}) {
        ExternalSorter sorter(::testing::TempDir(), {1U << 20, 8, 2, kept});
        for (int i = 0; i < 1000; ++i) {
            sorter.add(static_cast<unsigned>(i % 2), std::to_string(10000 + i * 7 % 1000), "payload");
        }
        const std::uint64_t held = sorter.held_bytes();
        sorter.finish();
        EXPECT_EQ(sorter.spilled_runs(), kept > held ? 0U : 2U);
        EXPECT_EQ(sorter.held_bytes(), kept > held ? held : 0U);
        const Pairs sorted = drain(sorter);
        EXPECT_EQ(sorted.size(), 1000U);
        EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
    }
}

TEST(ExternalSorter, HoldsItsMemoryTogetherWithAllLanes) {
    constexpr std::uint64_t memory = 8U << 20;
    for (const unsigned lanes : {1U, 2U, 8U}) {
        ExternalSorter sorter(::testing::TempDir(), {memory, 64, lanes});
        const std::string payload(1500, 'x');
        for (unsigned i = 0; i < 40000; ++i) {
            sorter.add(i % lanes, std::to_string(i), payload);
        }
        EXPECT_GT(sorter.spilled_runs(), 0U);
        EXPECT_LE(sorter.peak_bytes(), memory + memory / 8);
        EXPECT_GE(sorter.peak_bytes(), memory / 4 * 3) << "and uses it";
    }
}

TEST(ExternalSorter, SmallEntriesFillTheMemoryAgainAfterEachRun) {
    for (const std::uint64_t memory : {std::uint64_t{10000}, std::uint64_t{100000}, std::uint64_t{4} << 20}) {
        ExternalSorter sorter(::testing::TempDir(), {memory, 1000});
        const std::uint64_t entries = memory / 5;  // about ten runs: an entry takes 24 bytes, its table entry 24 more
        for (std::uint64_t i = 0; i < entries; ++i) {
            sorter.add(std::to_string(100000000 + i * 7919 % entries), "123456789012345");
        }
        sorter.finish();
        EXPECT_GE(sorter.spilled_runs(), 7U) << memory;
        EXPECT_LE(sorter.spilled_runs(), 25U) << memory;
        EXPECT_LE(sorter.peak_bytes(), memory + memory / 3) << memory;
        EXPECT_EQ(drain(sorter).size(), entries);
    }
}

// Touching fresh memory is expensive: the system clears it, and a virtual machine gets it from its host.
TEST(ExternalSorter, TakesLittleOfAGreatMemoryForAFewRuns) {
    ExternalSorter sorter(::testing::TempDir(), {std::uint64_t{1} << 30});
    const std::string payload(1U << 20, 'x');
    for (unsigned i = 0; i < 150; ++i) {
        sorter.add(std::to_string(i), payload);
    }
    sorter.finish();
    EXPECT_LE(sorter.peak_bytes(), 40U << 20);
    EXPECT_GE(sorter.spilled_runs(), 4U);
}

TEST(ExternalSorter, MergesInPassesWhenThereAreMoreRunsThanTheFanIn) {
    ExternalSorter sorter(::testing::TempDir(), {1, 3});  // every entry is its own run
    for (int i = 100; i-- > 0;) {
        sorter.add(std::to_string(1000 + i), "");
    }
    sorter.finish();
    EXPECT_EQ(sorter.spilled_runs(), 100U);
    EXPECT_EQ(sorter.merge_passes(), 4U);  // 100 -> 34 -> 12 -> 4 -> 2
    const Pairs sorted = drain(sorter);
    ASSERT_EQ(sorted.size(), 100U);
    EXPECT_EQ(sorted.front().first, "1000");
    EXPECT_EQ(sorted.back().first, "1099");
    EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
}

TEST(ExternalSorter, EntriesGreaterThanEveryBufferPassWhole) {
    ExternalSorter sorter(::testing::TempDir(), {4096, 2});
    const std::string large(3U << 20, 'x');
    sorter.add("b", large);
    sorter.add("a", "small");
    sorter.add("c", large);
    sorter.finish();
    EXPECT_EQ(drain(sorter), (Pairs{{"a", "small"}, {"b", large}, {"c", large}}));
}

TEST(ExternalSorter, EmptyInputGivesNothing) {
    ExternalSorter sorter(::testing::TempDir(), {});
    sorter.finish();
    EXPECT_TRUE(drain(sorter).empty());
}

TEST(ExternalSorter, KeepsWithinItsMemoryByCounting) {
    ExternalSorter sorter(::testing::TempDir(), {1U << 20, 64});
    for (int i = 0; i < 100000; ++i) {
        sorter.add(std::to_string(i), "0123456789012345678901234567890123456789");
    }
    sorter.finish();
    EXPECT_GE(sorter.spilled_runs(), 5U);   // 45 bytes each and a table entry: more than 6 MB in all
    EXPECT_LE(sorter.spilled_runs(), 20U);  // and the memory is used, not wasted
}

TEST(ExternalSorter, NamesTheFolderThatIsNoGood) {
    ExternalSorter sorter("/nonexistent-folder", {1, 2});
    try {
        sorter.add("key", "payload");
        FAIL() << "expected a failure";
    } catch (const BuildFailure& failure) {
        EXPECT_NE(std::string(failure.what()).find("/nonexistent-folder"), std::string::npos) << failure.what();
        EXPECT_NE(std::string(failure.what()).find("--temp"), std::string::npos) << failure.what();
    }
}

}  // namespace
}  // namespace bizrec::builder
