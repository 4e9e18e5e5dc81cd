#include "bizrec/format/term_lists.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "bizrec/format/block_codec.hpp"
#include "bizrec/format/impact.hpp"
#include "bizrec/format/term_list_layout.hpp"
#include "t/unit/format/term_support.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::format {
namespace {

using search::testing::whole_at_night;

using test::Postings;
using test::StoredTerm;

void expect_postings(const Postings& is, const Postings& expected) {
    ASSERT_EQ(is.size(), expected.size());
    for (std::size_t i = 0; i < is.size(); ++i) {
        ASSERT_EQ(is[i].docid, expected[i].docid) << i;
        ASSERT_EQ(is[i].impact, expected[i].impact) << i;
    }
}

void expect_groups(const ScoreGroups& groups, const Postings& postings) {
    std::map<unsigned, std::vector<std::uint32_t>, std::greater<>> expected;
    for (const TermPosting& p : postings) {
        expected[p.impact * 8U + p.quality_level].push_back(p.docid);
    }
    ASSERT_EQ(groups.groups(), expected.size());
    std::uint32_t group = 0;
    for (const auto& [key, docids] : expected) {
        ASSERT_EQ(groups.key(group), key);
        ASSERT_EQ(groups.count(group), docids.size());
        const DocidBlocks list = groups.docids(group++);
        ASSERT_EQ(list.count(), docids.size());
        ASSERT_EQ(list.first(), docids.front());
        std::vector<std::uint32_t> all;
        for (std::uint32_t block = 0; block < list.blocks(); ++block) {
            std::uint32_t out[block_postings];
            all.insert(all.end(), out, out + list.decode(block, out));
        }
        ASSERT_EQ(all, docids);
    }
}

void expect_bitmap(const PostingBitmap& bitmap, const Postings& postings, std::uint32_t documents) {
    std::size_t next = 0;
    for (std::uint32_t docid = 0; docid < documents; ++docid) {
        const bool there = next < postings.size() && postings[next].docid == docid;
        ASSERT_EQ(bitmap.test(docid), there) << docid;
        ASSERT_EQ(bitmap.rank(docid), next) << docid;
        if (there) {
            ASSERT_EQ(bitmap.impact(docid), postings[next++].impact) << docid;
        }
    }
    const std::uint32_t words = (documents + 63) / 64;
    ASSERT_EQ(documents % 64 == 0 ? 0 : bitmap.words()[words - 1] >> documents % 64, 0U);
}

/// Checks the positions of many targets against the plain list.
void expect_seeks(const PostingBlocks& blocks, const Postings& postings, std::uint32_t documents) {
    std::mt19937_64 random(postings.size());
    const auto below = [&](std::uint32_t target) {
        const auto at = std::lower_bound(postings.begin(), postings.end(), target,
                                         [](const TermPosting& p, std::uint32_t docid) { return p.docid < docid; });
        return static_cast<std::uint32_t>(at - postings.begin());
    };
    for (int i = 0; i < 300; ++i) {
        const auto target = i == 0 ? 0 : static_cast<std::uint32_t>(random() % (std::uint64_t{documents} + 1));
        std::uint64_t steps = 0;
        ASSERT_EQ(blocks.count_below(target, steps), below(target)) << target;
        const auto from = static_cast<std::uint32_t>(random() % (blocks.blocks() + 1));
        const std::uint32_t holder =
            below(target) == postings.size() ? blocks.blocks() : below(target) / block_postings;
        const std::uint32_t expected = std::max(from, holder);
        steps = 0;
        ASSERT_EQ(blocks.find_block(from, target, steps), expected) << from << ' ' << target;
        ASSERT_GE(steps, 1U);
        ASSERT_LE(steps, 2U * bits_for(expected - from + 1) + 2U);
    }
}

void expect_term(const Postings& postings, std::uint32_t documents) {
    const StoredTerm stored(postings, documents);
    const TermLists lists = stored.read();
    const auto count = static_cast<std::uint32_t>(postings.size());
    ASSERT_EQ(lists.count, count);
    EXPECT_EQ(lists.idf_sixteenths, 77U);
    const auto by_impact = [](const TermPosting& a, const TermPosting& b) { return a.impact < b.impact; };
    EXPECT_EQ(lists.max_impact, std::max_element(postings.begin(), postings.end(), by_impact)->impact);
    ASSERT_EQ(lists.is_plain(), count <= block_postings);
    ASSERT_EQ(lists.has_groups, count >= grouped_postings);
    ASSERT_EQ(lists.has_bitmap, count > block_postings && std::uint64_t{count} * bitmap_share >= documents);
    expect_postings(test::decode_all(lists), postings);
    if (!lists.is_plain()) {
        expect_seeks(lists.blocks, postings, documents);
    }
    if (lists.has_groups) {
        expect_groups(lists.groups, postings);
    }
    if (lists.has_bitmap) {
        expect_bitmap(lists.bitmap, postings, documents);
    }
    test::walk_everything(lists, lists.has_bitmap ? documents : no_docid);
}

TEST(TermLists, RoundTripsAtEveryEdge) {
    for (const std::uint32_t count :
         {1U, 2U, 3U, 4U, 15U, 16U, 17U, 31U, 32U, 33U, 127U, 128U, 129U, 255U, 256U, 257U, 511U, 512U, 513U, 4000U}) {
        for (const unsigned greatest : {1U, 2U, 40U, 255U}) {
            // Long lists have a bitmap in the first call, and none in the second.
            expect_term(test::random_postings(count, 4000, greatest, count), 4000);
            expect_term(test::random_postings(count, 3'000'000'000U, greatest, count), 0xFFFFFFFEU);
        }
    }
}

TEST(TermLists, RoundTripsRandomLists) {
    std::mt19937_64 random(5);
    for (int round = 0; round < whole_at_night(100, 5); ++round) {
        const auto documents = static_cast<std::uint32_t>(random() % 20000 + 1);
        const auto count = static_cast<std::uint32_t>(random() % std::min(documents, 3000U) + 1);
        expect_term(test::random_postings(count, documents, static_cast<unsigned>(random() % 255 + 1), random()),
                    documents);
    }
}

Postings run(std::uint32_t first, std::uint32_t count, std::uint8_t impact) {
    Postings postings;
    for (std::uint32_t i = 0; i < count; ++i) {
        postings.push_back({first + i, impact, static_cast<std::uint8_t>(i % 3)});
    }
    return postings;
}

TEST(TermLists, AllDocumentsAndTheLastOnes) {
    expect_term(run(0, 70000, 1), 70000);
    expect_term(run(0xFFFFFFFEU - 700, 700, 9), 0xFFFFFFFEU);
    Postings ends = run(0, 100, 3);
    for (const TermPosting& p : run(0xFFFFFFFDU - 99, 100, 4)) {
        ends.push_back(p);
    }
    expect_term(ends, 0xFFFFFFFEU);
}

TEST(TermLists, GapsOfEveryWidth) {
    for (unsigned bits = 1; bits < 32; ++bits) {
        Postings postings;
        std::uint64_t docid = bits;
        for (std::uint32_t i = 0; i < 300 && docid < 0xFFFFFFFEU; ++i) {
            postings.push_back({static_cast<std::uint32_t>(docid), 5, 0});
            docid += i % 128 == 77 ? std::uint64_t{1} << bits : 1;
        }
        expect_term(postings, 0xFFFFFFFEU);
    }
}

/// A word of a place's name has such a list: consecutive documents with the same impact.
TEST(TermLists, ARunWithOneImpactIsNearlyFree) {
    const StoredTerm stored(run(123'456'789, 500, 7), 400'000'000);
    ASSERT_EQ(stored.read().count, 500U);
    EXPECT_EQ(stored.list_bytes(), sizeof(ListHead) + aligned(block_heads_bytes(4)));
}

TEST(TermLists, AShortListWithOneImpactIsItsDocidsAlone) {
    EncodedTerm encoded;
    encode_term(run(5, 16, 200), 1, 100, encoded);
    EXPECT_EQ(encoded.numbers.size(), 16U);
    EXPECT_TRUE(encoded.lists.empty());
    encode_term(test::random_postings(16, 100, 255, 1), 1, 100, encoded);
    EXPECT_EQ(encoded.numbers.size(), 20U);
    encode_term(run(5, 17, 200), 1, 100, encoded);
    EXPECT_TRUE(encoded.numbers.empty());
    EXPECT_EQ(encoded.lists.size(), 96U);  // 17 × 5 bytes, rounded up
}

TEST(TermLists, ARivalByteLeavesTheListsAsTheyAre) {
    for (const std::uint32_t count : {1U, 16U, 17U, 128U, 129U, 2000U}) {
        const Postings postings = test::random_postings(count, 100000, 9, count);
        StoredTerm term(postings, 100000);
        EXPECT_EQ(term.read().rival, 0);
        term.rival = 0xA5;
        const TermLists lists = term.read();
        EXPECT_EQ(lists.rival, 0xA5);
        EXPECT_EQ(lists.has_groups, count >= grouped_postings);
        expect_postings(test::decode_all(lists), postings);
    }
}

TEST(TermLists, TheSamePostingsGiveTheSameBytes) {
    EncodedTerm used;
    for (const std::uint32_t count : {900U, 20U, 3U, 600U}) {
        const Postings postings = test::random_postings(count, 5000, 60, count);
        EncodedTerm fresh;
        encode_term(postings, 3, 5000, fresh);
        encode_term(postings, 3, 5000, used);
        EXPECT_EQ(used.lists, fresh.lists);
        EXPECT_EQ(used.numbers, fresh.numbers);
        EXPECT_EQ(used.aux[0], fresh.aux[0]);
        EXPECT_EQ(used.aux[1], fresh.aux[1]);
        EXPECT_EQ(used.lists.size() % 16, 0U);
    }
}

TEST(TermLists, PositionsInABlockAreLowerBounds) {
    std::mt19937_64 random(8);
    for (int round = 0; round < 100; ++round) {
        std::uint32_t docids[block_postings];
        std::generate(docids, docids + block_postings, [&] { return static_cast<std::uint32_t>(random() % 400); });
        std::sort(docids, docids + block_postings);
        for (std::uint32_t target = 0; target <= docids[block_postings - 1]; ++target) {
            const auto expected = std::lower_bound(docids, docids + block_postings, target) - docids;
            ASSERT_EQ(position_in_block(docids, target), expected);
        }
        EXPECT_EQ(position_in_block(docids, 1000), block_postings - 1);
    }
}

TEST(TermLists, AnEmptyEntryIsNoTerm) {
    EXPECT_EQ(read_term({}, {nullptr, 0, 100}).count, 0U);
}

}  // namespace
}  // namespace bizrec::format
