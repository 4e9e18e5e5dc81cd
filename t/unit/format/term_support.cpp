#include "t/unit/format/term_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "bizrec/format/term_list_layout.hpp"

namespace bizrec::format::test {
namespace {

/// Reads the docids of a list in order, and checks what decode() promises for any bytes.
std::vector<std::uint32_t> walk(const DocidBlocks& list, std::uint32_t documents) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t block = 0; block < list.blocks(); ++block) {
        std::uint32_t docids[block_postings];
        list.prefetch(block);
        const std::uint32_t size = list.decode(block, docids);
        EXPECT_TRUE(size == 0 || size == list.size(block));
        for (std::uint32_t i = 0; i < size; ++i) {
            EXPECT_LT(docids[i], documents);
            EXPECT_TRUE(i == 0 || docids[i - 1] < docids[i]);
        }
        EXPECT_TRUE(size == 0 || docids[size - 1] == list.last(block));
        EXPECT_TRUE(size == 0 || block == 0 || docids[0] > list.last(block - 1));
        for (std::uint32_t i = size; i < block_postings; ++i) {
            EXPECT_EQ(docids[i], size == 0 ? no_docid : list.last(block));
        }
        all.insert(all.end(), docids, docids + size);
    }
    return all;
}

std::uint64_t walk_seeks(const DocidBlocks& list, std::uint32_t documents) {
    std::uint64_t steps = 0;
    std::uint64_t sum = 0;
    for (std::uint64_t target = 0; target <= documents; target += documents / 7 + 1) {
        const auto docid = static_cast<std::uint32_t>(target);
        sum += list.find_block(0, docid, steps) + list.count_below(docid, steps);
    }
    return sum + steps;
}

}  // namespace

StoredTerm::StoredTerm(EncodedTerm encoded, std::uint32_t documents)
    : encoded_(std::move(encoded)), chunk_(offset_ + encoded_.lists.size()), documents_(documents) {
    if (!encoded_.lists.empty()) {
        std::copy(encoded_.lists.begin(), encoded_.lists.end(), chunk_.begin() + offset_);
        encoded_.place(1, offset_);
    }
}

StoredTerm::StoredTerm(const Postings& postings, std::uint32_t documents)
    : StoredTerm(
          [&] {
              EncodedTerm encoded;
              encode_term(postings, 77, documents, encoded);
              return encoded;
          }(),
          documents) {}

TermLists StoredTerm::read() const {
    const PostingChunks::Chunk chunks[2] = {{nullptr, 0}, {chunk_.data(), chunk_.size()}};
    KeyEntry entry;
    entry.values = encoded_.numbers.data();
    entry.length = static_cast<std::uint32_t>(encoded_.numbers.size());
    entry.aux[0] = encoded_.aux[0];
    entry.aux[1] = with_rival(encoded_.aux[1], rival);
    return read_term(entry, {chunks, 2, documents_});
}

Postings random_postings(std::uint32_t count, std::uint32_t documents, unsigned greatest, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::set<std::uint32_t> docids;
    while (docids.size() < count) {
        docids.insert(static_cast<std::uint32_t>(random() % documents));
    }
    Postings postings;
    for (const std::uint32_t docid : docids) {
        postings.push_back(
            {docid, static_cast<std::uint8_t>(random() % greatest + 1), static_cast<std::uint8_t>(random() % 8)});
    }
    return postings;
}

Postings decode_all(const TermLists& lists) {
    Postings all;
    for (std::uint32_t i = 0; lists.is_plain() && i < lists.count; ++i) {
        all.push_back({lists.docids[i], lists.impacts[i], 0});
    }
    for (std::uint32_t block = 0; block < lists.blocks.blocks(); ++block) {
        std::uint32_t docids[block_postings];
        std::uint8_t impacts[block_postings];
        const std::uint32_t size = lists.blocks.decode(block, docids);
        lists.blocks.decode_impacts(block, impacts);
        for (std::uint32_t i = 0; i < size; ++i) {
            EXPECT_EQ(lists.blocks.impact(block, i), impacts[i]);
            EXPECT_LE(impacts[i], lists.blocks.max_impact(block));
            all.push_back({docids[i], impacts[i], 0});
        }
    }
    return all;
}

std::uint64_t walk_everything(const TermLists& lists, std::uint32_t documents) {
    std::uint64_t sum = lists.count;
    if (lists.is_plain()) {
        for (std::uint32_t i = 0; i < lists.count; ++i) {
            EXPECT_LT(lists.docids[i], documents);
            EXPECT_TRUE(i == 0 || lists.docids[i - 1] < lists.docids[i]);
            sum += lists.impacts[i];
        }
    }
    sum += walk(lists.blocks, documents).size() + walk_seeks(lists.blocks, documents);
    for (std::uint32_t block = 0; block < lists.blocks.blocks(); ++block) {
        std::uint8_t impacts[block_postings];
        lists.blocks.decode_impacts(block, impacts);
        for (std::uint32_t i = 0; i < lists.blocks.size(block); ++i) {
            EXPECT_EQ(lists.blocks.impact(block, i), impacts[i]);
        }
    }
    for (std::uint32_t group = 0; group < lists.groups.groups(); ++group) {
        const DocidBlocks docids = lists.groups.docids(group);
        sum += lists.groups.key(group) + lists.groups.count(group) + walk(docids, documents).size();
        sum += walk_seeks(docids, documents);
    }
    for (std::uint32_t docid = 0; lists.has_bitmap && docid < documents; ++docid) {
        sum += lists.bitmap.test(docid) ? lists.bitmap.impact(docid) : lists.bitmap.rank(docid);
    }
    return sum;
}

}  // namespace bizrec::format::test
