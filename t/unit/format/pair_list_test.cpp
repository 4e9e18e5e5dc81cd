#include "bizrec/format/pair_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "bizrec/format/impact.hpp"

namespace bizrec::format {
namespace {

constexpr std::uint32_t documents = 100000;

std::vector<PairPosting> random_postings(std::uint32_t seed, std::uint32_t one_in) {
    std::mt19937 random(seed);
    std::vector<PairPosting> postings;
    for (std::uint32_t docid = 0; docid < documents; ++docid) {
        if (random() % one_in == 0) {
            postings.push_back(
                {docid, static_cast<std::uint16_t>(2 + random() % 509), static_cast<std::uint8_t>(random() % 8)});
        }
    }
    return postings;
}

KeyEntry entry_of(EncodedTerm& encoded) {
    encoded.place(0, 0);
    KeyEntry entry;
    entry.aux[0] = encoded.aux[0];
    entry.aux[1] = encoded.aux[1];
    return entry;
}

/// Every posting of the list, in the order of its groups.
std::vector<PairPosting> decode(const PairList& list) {
    std::vector<PairPosting> postings;
    for (std::uint32_t group = 0; group < list.groups.groups(); ++group) {
        const DocidBlocks blocks = list.groups.docids(group);
        for (std::uint32_t block = 0; block < blocks.blocks(); ++block) {
            std::uint32_t docids[block_postings];
            const std::uint32_t size = blocks.decode(block, docids);
            for (std::uint32_t i = 0; i < size; ++i) {
                EXPECT_LT(docids[i], documents);
                postings.push_back({docids[i], static_cast<std::uint16_t>(list.groups.key(group) >> quality_level_bits),
                                    static_cast<std::uint8_t>(list.groups.key(group) & 7U)});
            }
        }
    }
    return postings;
}

TEST(PairList, GivesBackItsPostingsBestFirst) {
    for (const std::uint32_t one_in : {1U, 3U, 100U, 9000U}) {
        std::vector<PairPosting> postings = random_postings(one_in, one_in);
        EncodedTerm encoded;
        encode_pair(postings, encoded);
        const PostingChunks::Chunk chunk{encoded.lists.data(), encoded.lists.size()};
        const KeyEntry entry = entry_of(encoded);
        EXPECT_TRUE(is_pair(entry));
        const PairList list = read_pair(entry, {&chunk, 1, documents});
        ASSERT_EQ(list.count, postings.size());
        std::sort(postings.begin(), postings.end(), [](const PairPosting& a, const PairPosting& b) {
            const auto key = [](const PairPosting& p) { return p.impact << quality_level_bits | p.quality_level; };
            return key(a) != key(b) ? key(a) > key(b) : a.docid < b.docid;
        });
        const std::vector<PairPosting> decoded = decode(list);
        ASSERT_EQ(decoded.size(), postings.size());
        for (std::size_t i = 0; i < postings.size(); ++i) {
            ASSERT_EQ(decoded[i].docid, postings[i].docid) << i;
            ASSERT_EQ(decoded[i].impact, postings[i].impact) << i;
            ASSERT_EQ(decoded[i].quality_level, postings[i].quality_level) << i;
        }
    }
}

TEST(PairList, IsNoTermAndATermIsNoPair) {
    EncodedTerm pair, term;
    encode_pair(random_postings(5, 100), pair);
    std::vector<TermPosting> postings;
    for (std::uint32_t docid = 0; docid < 2000; ++docid) {
        postings.push_back({docid, 7, 1});
    }
    encode_term(postings, 100, documents, term);
    const PostingChunks::Chunk pair_chunk{pair.lists.data(), pair.lists.size()};
    const PostingChunks::Chunk term_chunk{term.lists.data(), term.lists.size()};
    EXPECT_EQ(read_term(entry_of(pair), {&pair_chunk, 1, documents}).count, 0U);
    EXPECT_EQ(read_pair(entry_of(term), {&term_chunk, 1, documents}).count, 0U);
    EXPECT_FALSE(is_pair(entry_of(term)));
}

TEST(PairList, KeyDoesNotDependOnTheOrderOfTheWords) {
    std::string ab, ba;
    pair_key("pizza", "golden", ab);
    pair_key("golden", "pizza", ba);
    EXPECT_EQ(ab, "pgolden pizza");
    EXPECT_EQ(ab, ba);
}

TEST(PairList, DamageNeverLeavesTheBytesOrTheDocuments) {
    EncodedTerm encoded;
    encode_pair(random_postings(9, 400), encoded);
    const KeyEntry entry = entry_of(encoded);
    std::mt19937 random(11);
    for (int round = 0; round < 3000; ++round) {
        std::vector<std::byte> bytes = encoded.lists;
        for (std::uint32_t flips = 1 + random() % 4; flips != 0; --flips) {
            // Half of the flipped bytes are in the part with sizes and offsets.
            const std::size_t reach = random() % 2 == 0 ? std::min<std::size_t>(bytes.size(), 256) : bytes.size();
            bytes[random() % reach] ^= static_cast<std::byte>(1 + random() % 255);
        }
        // The bytes fill their own allocation, so that a sanitizer reports every read outside.
        const PostingChunks::Chunk chunk{bytes.data(), bytes.size()};
        decode(read_pair(entry, {&chunk, 1, documents}));
    }
    for (std::size_t size = 0; size < std::min<std::size_t>(encoded.lists.size(), 600); size += 4) {
        std::vector<std::byte> bytes(encoded.lists.begin(), encoded.lists.begin() + static_cast<std::ptrdiff_t>(size));
        const PostingChunks::Chunk chunk{bytes.data(), bytes.size()};
        EXPECT_EQ(read_pair(entry, {&chunk, 1, documents}).count, 0U);
    }
}

}  // namespace
}  // namespace bizrec::format
