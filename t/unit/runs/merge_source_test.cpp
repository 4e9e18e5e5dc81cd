// Compares the k-way merge of runs with a plain sort.
#include "lmdb_builder/runs/merge_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "t/unit/runs/run_file_support.hpp"

namespace bizrec::builder {
namespace {

struct Split {
    RunEntries all;
    std::uint64_t dropped = 0;  ///< superseded entries inside one run
    std::deque<RunFile> runs;
};

/// Random entries over `runs` runs. Each run keeps one entry for each id, and many ids are in several runs.
Split random_split(std::mt19937_64& random, std::size_t runs, std::size_t entries) {
    Split split;
    std::vector<RunEntries> lots(runs);
    for (std::size_t i = 0; i < entries; ++i) {
        split.all.emplace_back(random_key(random, entries / 2 + 1), random_payload(random, 60));
        lots[random() % runs].push_back(split.all.back());
    }
    for (const RunEntries& lot : lots) {
        const RunEntries winners = winners_of(lot);
        split.dropped += lot.size() - winners.size();
        split.runs.push_back(open_run(write_run(winners)));
    }
    return split;
}

RunEntries merged_winners(const MergedRuns& merged, std::uint64_t& replaced) {
    RunEntries entries;
    WinnerCursor winners(merged.read());
    for (std::string winner; winners.append_next(winner); winner.clear()) {
        entries.emplace_back(std::string(winners.key()), winner);
    }
    replaced = winners.replaced();
    return entries;
}

TEST(MergedRuns, WinnersAreThoseOfAPlainSort) {
    std::mt19937_64 random(70);
    for (int round = 0; round < 200; ++round) {
        Split split = random_split(random, 1 + random() % 12, random() % 300);
        const MergedRuns merged(std::move(split.runs), ::testing::TempDir(), {});
        const RunEntries expected = winners_of(split.all);
        std::uint64_t replaced = 0;
        EXPECT_EQ(merged_winners(merged, replaced), expected);
        EXPECT_EQ(merged_winners(merged, replaced), expected) << "read again";
        EXPECT_EQ(split.dropped + replaced + expected.size(), split.all.size());
        EXPECT_EQ(merged.merge_passes(), 0U);
    }
}

TEST(MergedRuns, AllEntriesComeInOrder) {
    std::mt19937_64 random(71);
    Split split = random_split(random, 9, 2000);
    const MergedRuns merged(std::move(split.runs), ::testing::TempDir(), {});
    const RunEntries entries = drain(*merged.read());
    EXPECT_EQ(entries.size(), merged.count());
    EXPECT_TRUE(std::is_sorted(entries.begin(), entries.end()));
}

TEST(MergedRuns, TooManyForTheMemoryAreMergedInPasses) {
    std::mt19937_64 random(72);
    for (const auto& [runs, fan_in, passes] :
         {std::tuple{9U, 3U, 1U}, std::tuple{10U, 3U, 2U}, std::tuple{30U, 2U, 4U}, std::tuple{64U, 512U, 0U}}) {
        Split split = random_split(random, runs, 1000);
        const MergedRuns merged(std::move(split.runs), ::testing::TempDir(), {64U << 20, fan_in});
        EXPECT_EQ(merged.merge_passes(), passes) << runs << " runs, " << fan_in << " at once";
        const RunEntries expected = winners_of(split.all);
        std::uint64_t replaced = 0;
        EXPECT_EQ(merged_winners(merged, replaced), expected);
        EXPECT_EQ(split.dropped + merged.replaced() + replaced + expected.size(), split.all.size());
    }
    Split split = random_split(random, 6, 100);
    EXPECT_EQ(MergedRuns(std::move(split.runs), ::testing::TempDir(), {1, 512}).merge_passes(), 2U) << "two at least";
}

}  // namespace
}  // namespace bizrec::builder
