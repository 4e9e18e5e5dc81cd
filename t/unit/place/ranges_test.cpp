#include "bizrec/place/ranges.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <random>
#include <set>

#include "t/unit/support/random.hpp"

namespace bizrec::place {

void PrintTo(const Range& range, std::ostream* out) {
    *out << range.begin << ".." << range.end;
}

namespace {

using search::testing::whole_at_night;

constexpr std::uint32_t documents = 40;

Ranges random_ranges(std::mt19937_64& random) {
    Ranges ranges(random() % 8);
    for (Range& range : ranges) {
        range.begin = static_cast<std::uint32_t>(random() % documents);
        range.end = static_cast<std::uint32_t>(random() % documents);
    }
    return ranges;
}

std::set<std::uint32_t> members(const Ranges& ranges) {
    std::set<std::uint32_t> docids;
    for (const Range& range : ranges) {
        for (std::uint32_t docid = range.begin; docid < range.end; ++docid) {
            docids.insert(docid);
        }
    }
    return docids;
}

/// The normalised form of a set of docids.
Ranges from_members(const std::set<std::uint32_t>& docids) {
    Ranges ranges;
    for (const std::uint32_t docid : docids) {
        if (ranges.empty() || ranges.back().end != docid) {
            ranges.push_back({docid, docid});
        }
        ++ranges.back().end;
    }
    return ranges;
}

TEST(Ranges, NormaliseJoinsSortsAndDrops) {
    Ranges ranges = {{5, 7}, {9, 9}, {0, 2}, {7, 8}, {30, 20}, {1, 3}};
    normalise(ranges);
    EXPECT_EQ(ranges, (Ranges{{0, 3}, {5, 8}}));
    EXPECT_EQ(documents_in(ranges), 6U);
    Ranges none;
    normalise(none);
    EXPECT_TRUE(none.empty());
}

TEST(Ranges, AgreeWithSetsOfDocids) {
    std::mt19937_64 random(70);
    Ranges both = {{1, 2}};
    for (int i = 0; i < whole_at_night(50'000); ++i) {
        Ranges a = random_ranges(random);
        Ranges b = random_ranges(random);
        const std::set<std::uint32_t> in_a = members(a);
        const std::set<std::uint32_t> in_b = members(b);
        normalise(a);
        normalise(b);
        ASSERT_EQ(a, from_members(in_a)) << "seed 70, step " << i;
        std::set<std::uint32_t> in_both;
        std::set_intersection(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(),
                              std::inserter(in_both, in_both.end()));
        intersect(a, b, both);
        ASSERT_EQ(both, from_members(in_both)) << "seed 70, step " << i;
        std::set<std::uint32_t> in_a_alone;
        std::set_difference(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(),
                            std::inserter(in_a_alone, in_a_alone.end()));
        subtract(a, b, both);
        ASSERT_EQ(both, from_members(in_a_alone)) << "seed 70, step " << i;
    }
}

TEST(Ranges, SubtractAtTheEdges) {
    Ranges left = {{1, 2}};
    subtract({}, {{0, 9}}, left);
    EXPECT_TRUE(left.empty());
    subtract({{0, 9}}, {}, left);
    EXPECT_EQ(left, (Ranges{{0, 9}}));
    subtract({{0, ~0U}}, {{0, 1}, {5, 6}, {~0U - 1, ~0U}}, left);
    EXPECT_EQ(left, (Ranges{{1, 5}, {6, ~0U - 1}}));
}

TEST(Ranges, ReachTheGreatestDocid) {
    const std::uint32_t top = ~0U;
    Ranges ranges = {{top - 1, top}, {0, top - 1}};
    normalise(ranges);
    EXPECT_EQ(ranges, (Ranges{{0, top}}));
}

}  // namespace
}  // namespace bizrec::place
