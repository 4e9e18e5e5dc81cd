#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "bizrec/rank/hit_test.hpp"
#include "t/unit/rank/rank_problems.hpp"

/// Lists of damaged bytes: rank() returns something, stays inside, and ends. The sanitizers check it.
namespace bizrec::search::testing {
namespace {

constexpr std::uint32_t documents = 3000;

/// The bytes of one term in memory of the exact size, so that a sanitizer reports every read past them.
struct DamagedTerm {
    format::EncodedTerm encoded;
    std::unique_ptr<std::byte[]> bytes;
    format::PostingChunks::Chunk chunk;

    DamagedTerm(Random& random, std::uint32_t count, bool damage) {
        std::vector<format::TermPosting> postings;
        for (std::uint32_t docid = 0; docid < documents; ++docid) {
            if (random() % documents < count) {
                postings.push_back(
                    {docid, static_cast<std::uint8_t>(1 + random() % 60), static_cast<std::uint8_t>(random() % 8)});
            }
        }
        if (postings.empty()) {
            postings.push_back({0, 1, 0});
        }
        format::encode_term(postings, 100, documents, encoded);
        encoded.place(0, 0);
        for (std::uint32_t flips = damage ? 1 + random() % 8 : 0; flips != 0; --flips) {
            flip(random);
        }
        bytes = std::make_unique<std::byte[]>(encoded.lists.size());
        std::copy(encoded.lists.begin(), encoded.lists.end(), bytes.get());
        chunk = {bytes.get(), encoded.lists.size()};
    }

    void flip(Random& random) {
        const auto mask = static_cast<unsigned char>(1 + random() % 255);
        if (!encoded.lists.empty() && random() % 8 != 0) {
            // Heads come first and have the most effect.
            const std::size_t size =
                random() % 2 == 0 ? std::min<std::size_t>(encoded.lists.size(), 64) : encoded.lists.size();
            encoded.lists[random() % size] ^= std::byte{mask};
        } else if (!encoded.numbers.empty() && random() % 2 == 0) {
            encoded.numbers[random() % encoded.numbers.size()] ^= std::uint32_t{mask} << (random() % 25);
        } else {
            encoded.aux[0] ^= std::uint64_t{mask} << (random() % 40);
        }
    }

    format::TermLists lists() const {
        format::KeyEntry entry;
        entry.values = encoded.numbers.data();
        entry.length = static_cast<std::uint32_t>(encoded.numbers.size());
        entry.aux[0] = encoded.aux[0];
        entry.aux[1] = encoded.aux[1];
        return format::read_term(entry, {&chunk, 1, documents});
    }
};

class RankHostile : public ::testing::Test {
protected:
    void check(const RankProblem& problem) {
        ranker.rank(*corpus.generation, problem, result);
        ASSERT_LE(result.rows.size(), problem.page.limit);
        for (const SearchRow& row : result.rows) {
            ASSERT_LT(row.docid, documents);
        }
        ASSERT_LT(result.visited, 10000000U);
        std::vector<const format::TermLists*> words;
        std::vector<WeightedSet> sets;
        for (const WeightedList& word : problem.required) {
            if (word.lists.count != 0) {
                words.push_back(&word.lists);
                sets.push_back({&word.lists, 16, 128});
            }
        }
        hit_test.begin(*corpus.generation, problem);
        std::uint64_t visited = 0;
        const HitCount count = hit_test.count(words, sets, visited);
        ASSERT_GE(count.documents, 0);
        ASSERT_GE(count.weight, count.documents);
        ASSERT_LT(visited, 10000000U);
    }

    RankCorpus corpus = random_rank_corpus(5, documents);
    Ranker ranker;
    RankResult result;
    HitTest hit_test;
};

TEST_F(RankHostile, DamagedListsAreReadInsideTheirBytes) {
    ASSERT_TRUE(corpus.generation);
    Random random(99);
    RandomRankProblems places(corpus, 98);
    constexpr std::uint32_t counts[] = {3, 40, 200, 900, 2500};
    std::uint64_t rows = 0;
    for (int round = 0; round < 1500 && !HasFatalFailure(); ++round) {
        std::vector<std::unique_ptr<DamagedTerm>> terms;
        NamedProblem frame = places.next();
        RankProblem problem = frame.resolve(corpus);
        problem.required.clear();
        problem.alternatives.clear();
        const bool any = random() % 2 == 0;
        for (std::uint32_t count = 1 + random() % (any && random() % 4 == 0 ? 20 : 4); count != 0; --count) {
            terms.push_back(std::make_unique<DamagedTerm>(random, counts[random() % 5], random() % 3 != 0));
            const WeightedList word{terms.back()->lists(), 1};
            if (any) {
                problem.alternatives.resize(1);
                problem.alternatives[0].push_back(word);
            } else {
                problem.required.push_back(word);
            }
        }
        check(problem);
        rows += result.rows.size();
    }
    EXPECT_GT(rows, 1000U) << "damage leaves something to read";
}

}  // namespace
}  // namespace bizrec::search::testing
