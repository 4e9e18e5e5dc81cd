#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "bizrec/format/identity_entry.hpp"
#include "lmdb_builder/sections/posting_groups.hpp"

namespace bizrec::builder {
namespace {

std::vector<Posting> postings(std::size_t count, std::mt19937& random) {
    std::vector<Posting> list(count);
    for (std::size_t i = 0; i < count; ++i) {
        list[i].docid = static_cast<std::uint32_t>(i * 3);
        list[i].quality = static_cast<std::uint8_t>(random() % 4);
    }
    return list;
}

TEST(PostingEntry, OneDocumentCarriesItsFingerprints) {
    std::vector<Posting> list(1);
    list[0].docid = 9;
    std::string key;
    format::host_key("shop.example.com", key);
    list[0].host = format::hash_key(key);
    format::page_key("shop.example.com", "ny", key);
    list[0].page = format::hash_key(key);
    list[0].bare_page = format::hash_key(key);
    PostingEntry entry;
    make_posting_entry(list, false, entry);
    EXPECT_EQ(entry.values, std::vector<std::uint32_t>{9});
    EXPECT_EQ(entry.aux[0], format::host_fingerprint("shop.example.com"));
    EXPECT_EQ(entry.aux[1], format::page_fingerprint("shop.example.com", "ny"));
}

TEST(PostingEntry, ADomainOfStrangersFindsNobody) {
    std::mt19937 random(1);
    PostingEntry entry;
    for (const std::size_t count : {1U, 2U, 60U}) {
        make_posting_entry(postings(count, random), true, entry);
        EXPECT_TRUE(entry.values.empty());
        EXPECT_EQ(entry.aux[0], 0U);
        EXPECT_EQ(entry.aux[1], format::entry_flag::shared);
    }
}

TEST(PostingEntry, LongListsFollowOnceMoreByQuality) {
    constexpr unsigned seed = 5;
    std::mt19937 random(seed);
    PostingEntry entry;
    for (const std::size_t count : {2U, 49U, 50U, 51U, 300U}) {
        const std::vector<Posting> list = postings(count, random);
        make_posting_entry(list, false, entry);
        ASSERT_EQ(entry.aux[0], count);
        ASSERT_EQ(entry.aux[1], 0U);
        std::vector<std::uint32_t> expected;
        for (const Posting& p : list) {
            expected.push_back(p.docid);
        }
        if (count > format::best_documents) {
            std::vector<Posting> best = list;
            std::stable_sort(best.begin(), best.end(),
                             [](const Posting& a, const Posting& b) { return a.quality > b.quality; });
            for (const Posting& p : best) {
                expected.push_back(p.docid);
            }
        }
        ASSERT_EQ(entry.values, expected) << count;
    }
}

TEST(PostingGroups, ComeBackKeyByKeyInOrderOfDocids) {
    ExternalSorter sorter(::testing::TempDir(), {512, 2});
    std::string key, payload;
    for (std::uint32_t docid = 40; docid-- > 0;) {
        Posting posting;
        posting.docid = docid;
        posting.quality = static_cast<std::uint8_t>(docid + 1);
        posting.is_website = docid % 2 == 0;
        if (posting.is_website) {
            posting.host = {docid, docid + 1};
            posting.page = {docid + 2, docid + 3};
        }
        encode_posting(format::hash_key(docid % 4 == 0 ? "a.example" : "b.example"), posting, key, payload);
        sorter.add(key, payload);
    }
    sorter.finish();
    std::size_t seen = 0;
    for (PostingGroups groups(sorter.read()); groups.next();) {
        const bool is_a = groups.hash().tag == format::hash_key("a.example").tag;
        EXPECT_EQ(groups.postings().size(), is_a ? 10U : 30U);
        for (const Posting& p : groups.postings()) {
            EXPECT_EQ(p.docid % 4 == 0, is_a);
            EXPECT_EQ(p.quality, p.docid + 1);
            EXPECT_EQ(p.is_website, p.docid % 2 == 0);
            EXPECT_EQ(p.host.tag, p.is_website ? p.docid : 0);
            EXPECT_EQ(p.page.position, p.is_website ? p.docid + 3 : 0);
            ++seen;
        }
        EXPECT_TRUE(std::is_sorted(groups.postings().begin(), groups.postings().end(),
                                   [](const Posting& a, const Posting& b) { return a.docid < b.docid; }));
    }
    EXPECT_EQ(seen, 40U);
}

}  // namespace
}  // namespace bizrec::builder
