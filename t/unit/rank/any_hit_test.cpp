#include "bizrec/rank/any_hit.hpp"

#include <gtest/gtest.h>

#include "t/unit/rank/rank_oracle.hpp"
#include "t/unit/rank/rank_problems.hpp"
#include "t/unit/support/random.hpp"

/// Whether there is a hit at all, against a scan, and within the cost that was foretold.
namespace bizrec::search::testing {
namespace {

struct MetByAnyHit {
    int hits = 0, none = 0, pairs = 0;
};

void compare(std::uint32_t documents, std::uint32_t seed, int problems, MetByAnyHit& met) {
    const RankCorpus corpus = random_rank_corpus(seed, documents);
    ASSERT_TRUE(corpus.generation);
    const RankOracle oracle(corpus);
    RandomRankProblems random_problems(corpus, seed + 1);
    AnyHit any_hit;
    for (int i = 0; i < affordable(problems); ++i) {
        NamedProblem problem = random_problems.next();
        const bool expected = !oracle.all_rows(problem).empty();
        const RankProblem& resolved = problem.resolve(corpus);
        any_hit.assign(*corpus.generation, resolved);
        std::uint64_t visited = 0;
        ASSERT_EQ(any_hit.run(visited), expected) << "documents " << documents << " problem " << i;
        ASSERT_LE(visited, any_hit.cost()) << "documents " << documents << " problem " << i;
        ++(expected ? met.hits : met.none);
        met.pairs += resolved.pair.count != 0 ? 1 : 0;
    }
}

TEST(AnyHit, IsWhatAScanFindsWithinItsCost) {
    MetByAnyHit met;
    for (std::uint32_t seed = 1; seed <= 20 && !HasFatalFailure(); ++seed) {
        compare(1 + seed * 7, 300 + seed, 100, met);
    }
    for (std::uint32_t seed = 1; seed <= 4 && !HasFatalFailure(); ++seed) {
        compare(1000 + 300 * seed, 400 + seed, 600, met);
    }
    compare(70000, 500, 300, met);
    EXPECT_GT(met.hits, 100);
    EXPECT_GT(met.none, 100);
    EXPECT_GT(met.pairs, 10);
}

/// A misspelt common word must not cost more to look for where there are more records of it.
TEST(AnyHit, WhereEveryDocumentThatLeadsIsAHitTheCostIsThatOfTheFirst) {
    const RankCorpus corpus = random_rank_corpus(9, 70000);
    ASSERT_TRUE(corpus.generation);
    const std::string* common = nullptr;
    std::size_t postings = 0;
    for (const auto& [word, list] : corpus.terms) {
        if (list.size() > postings) {
            postings = list.size();
            common = &word;
        }
    }
    ASSERT_GT(postings, 10000U);
    NamedProblem problem;
    problem.required = {{*common, 1}};
    AnyHit any_hit;
    any_hit.assign(*corpus.generation, problem.resolve(corpus));
    EXPECT_LT(any_hit.cost(), 1000U);
    problem.bounds.by_tier = true;
    any_hit.assign(*corpus.generation, problem.resolve(corpus));
    EXPECT_GT(any_hit.cost(), postings);
}

}  // namespace
}  // namespace bizrec::search::testing
