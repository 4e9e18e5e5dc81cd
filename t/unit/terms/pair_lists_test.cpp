#include "lmdb_builder/terms/pair_lists.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lmdb_builder/system/workers.hpp"

namespace bizrec::builder {
namespace {

using Postings = std::vector<format::TermPosting>;
using Gathered = std::map<std::pair<std::string, std::string>, std::vector<format::PairPosting>>;

struct PairCorpus {
    std::uint32_t documents;
    std::map<std::string, Postings> words;
    std::vector<std::uint8_t> levels;
};

/// Words that are in one of 4, 5, 6 … documents. Some occur together more often than by chance.
PairCorpus random_corpus(std::uint32_t seed, std::uint32_t documents, std::uint32_t words) {
    std::mt19937 random(seed);
    PairCorpus corpus{documents, {}, {}};
    for (std::uint32_t docid = 0; docid < documents; ++docid) {
        corpus.levels.push_back(static_cast<std::uint8_t>(random() % 8));
        for (std::uint32_t word = 0; word < words; ++word) {
            const bool together = word % 5 == 4 && docid % 2 == 0;
            if (random() % (together ? 4 : word + 4) == 0) {
                const auto impact = static_cast<std::uint8_t>(1 + random() % 255);
                corpus.words["word" + std::to_string(word)].push_back({docid, impact, corpus.levels[docid]});
            }
        }
    }
    return corpus;
}

void add_frequent_words(const PairCorpus& corpus, PairLists& lists) {
    for (const auto& [word, postings] : corpus.words) {
        if (format::may_be_paired(postings.size(), corpus.documents)) {
            PairablePostings packed;
            PairLists::pack(postings, packed);
            lists.add(word, packed);
        }
    }
}

Gathered gather(const PairCorpus& corpus, std::uint64_t memory, unsigned threads = 1) {
    PairLists lists(::testing::TempDir(), memory, corpus.documents);
    add_frequent_words(corpus, lists);
    Gathered out;
    Workers workers(threads);
    lists.for_each(workers, corpus.levels, [&](const PairLists::Round& round) {
        for (std::size_t pair = 0; pair < round.size(); ++pair) {
            EXPECT_LT(round.a(pair), round.b(pair));
            std::vector<format::PairPosting> postings;
            round.postings(pair, postings);
            const auto key = std::make_pair(std::string(round.a(pair)), std::string(round.b(pair)));
            EXPECT_TRUE(out.empty() || out.rbegin()->first < key) << "in the order of their words, each once";
            out.emplace(key, std::move(postings));
        }
    });
    return out;
}

/// The oracle: intersects every two words, one document after the other.
Gathered intersect_all(const PairCorpus& corpus) {
    Gathered out;
    for (auto a = corpus.words.begin(); a != corpus.words.end(); ++a) {
        for (auto b = std::next(a); b != corpus.words.end(); ++b) {
            if (!format::may_be_paired(a->second.size(), corpus.documents) ||
                !format::may_be_paired(b->second.size(), corpus.documents)) {
                continue;
            }
            std::map<std::uint32_t, std::uint8_t> impacts;
            for (const format::TermPosting& posting : a->second) {
                impacts[posting.docid] = posting.impact;
            }
            std::vector<format::PairPosting> both;
            for (const format::TermPosting& posting : b->second) {
                const auto other = impacts.find(posting.docid);
                if (other != impacts.end()) {
                    both.push_back({posting.docid, static_cast<std::uint16_t>(other->second + posting.impact),
                                    corpus.levels[posting.docid]});
                }
            }
            if (format::is_frequent_pair(both.size(), corpus.documents)) {
                out[{a->first, b->first}] = both;
            }
        }
    }
    return out;
}

void expect_same(const Gathered& got, const Gathered& want) {
    ASSERT_EQ(got.size(), want.size());
    for (const auto& [pair, postings] : want) {
        const auto found = got.find(pair);
        ASSERT_NE(found, got.end()) << pair.first << " " << pair.second;
        ASSERT_EQ(found->second.size(), postings.size());
        for (std::size_t i = 0; i < postings.size(); ++i) {
            ASSERT_EQ(found->second[i].docid, postings[i].docid);
            ASSERT_EQ(found->second[i].impact, postings[i].impact);
            ASSERT_EQ(found->second[i].quality_level, postings[i].quality_level);
        }
    }
}

TEST(PairableWords, AreShorterOnesTooInALargeIndex) {
    EXPECT_TRUE(format::may_be_paired(15625, 1'000'000));
    EXPECT_FALSE(format::may_be_paired(15624, 1'000'000)) << "a short list is fast to intersect";
    EXPECT_TRUE(format::may_be_paired(20'000, 10'000'000));
    EXPECT_FALSE(format::may_be_paired(19'999, 10'000'000)) << "no pair of the word has enough documents for a list";
    EXPECT_FALSE(format::may_be_paired(2'500'001, 10'000'000)) << "almost every document has the word";
}

TEST(PairLists, AreTheIntersectionsOfFrequentWordsWhateverTheMemory) {
    const PairCorpus corpus = random_corpus(1, 30000, 25);
    const Gathered want = intersect_all(corpus);
    ASSERT_GT(want.size(), 20U);
    expect_same(gather(corpus, std::uint64_t{64} << 20), want);
    expect_same(gather(corpus, 20000), want);  // one or two pairs at a time
    expect_same(gather(corpus, 0), want);
}

TEST(PairLists, SpanSlicesOfDocuments) {
    const PairCorpus corpus = random_corpus(2, 600000, 4);  // five slices
    const Gathered want = intersect_all(corpus);
    for (const unsigned threads : {1U, 2U, 4U}) {
        expect_same(gather(corpus, std::uint64_t{1} << 20, threads), want);
    }
}

/// --memory must limit the slices and tables of all threads together. One of each is always allowed.
TEST(PairLists, SlicesAndTablesStayWithinTheMemory) {
    const PairCorpus corpus = random_corpus(4, 1200000, 4);  // ten slices
    Workers workers(8);
    const auto peak = [&](std::uint64_t memory) {
        PairLists lists(::testing::TempDir(), memory, corpus.documents);
        add_frequent_words(corpus, lists);
        lists.for_each(workers, corpus.levels, [](const PairLists::Round&) {});
        return lists.peak_bytes();
    };
    const std::uint64_t one_slice = peak(0);
    EXPECT_GT(one_slice, 100000U) << "one at least";
    for (const std::uint64_t slices : {2U, 3U, 5U}) {
        EXPECT_EQ(peak(one_slice * slices), one_slice * slices);
        EXPECT_LE(peak(one_slice * slices + one_slice / 2), one_slice * slices + one_slice / 2);
    }
    EXPECT_EQ(peak(one_slice * 1000), one_slice * workers.count()) << "and no more threads than there are";
}

TEST(PairLists, SmallIndexesHaveNone) {
    EXPECT_TRUE(gather(random_corpus(3, 900, 6), 1000).empty());
    EXPECT_TRUE(gather(PairCorpus{100, {}, std::vector<std::uint8_t>(100)}, 1000).empty());
}

}  // namespace
}  // namespace bizrec::builder
