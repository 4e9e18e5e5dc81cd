#include <gtest/gtest.h>

#include <algorithm>

#include "t/unit/rank/rank_agreement.hpp"

/// Compares rank() with the exhaustive scan.
namespace bizrec::search::testing {
namespace {

class RankRandom : public RankAgreement {
protected:
    void run(std::uint32_t documents, std::uint32_t seed, int problems) {
        const RankCorpus corpus = random_rank_corpus(seed, documents);
        ASSERT_TRUE(corpus.generation);
        const RankOracle oracle(corpus);
        RandomRankProblems random_problems(corpus, seed + 1);
        Random random(seed + 2);
        for (int i = 0; i < affordable(problems) && !HasFatalFailure(); ++i) {
            SCOPED_TRACE("documents " + std::to_string(documents) + " problem " + std::to_string(i));
            NamedProblem problem = random_problems.next();
            const std::vector<SearchRow> all = oracle.all_rows(problem);
            check_pages(corpus, random_problems, problem, all, random);
        }
    }
};

TEST_F(RankRandom, SmallIndexesAgreeWithTheScan) {
    for (std::uint32_t seed = 1; seed <= 20 && !HasFatalFailure(); ++seed) {
        run(1 + seed * 7, seed, 100);
    }
}

TEST_F(RankRandom, MiddlingIndexesAgreeWithTheScan) {
    for (std::uint32_t seed = 1; seed <= 6 && !HasFatalFailure(); ++seed) {
        run(1000 + 300 * seed, 100 + seed, 1200);
    }
    for (const char* plan : {"none", "groups", "blocks", "and", "bitmaps", "or", "windows"}) {
        EXPECT_GT(plans[plan], affordable(120)) << plan;
    }
}

TEST_F(RankRandom, LargeIndexesAgreeWithTheScan) {
    run(70000, 1000, 800);
    for (const char* plan : {"none", "groups", "pair", "blocks", "and", "bitmaps", "or", "windows"}) {
        EXPECT_GT(plans[plan], expected_if_rare(5)) << plan;
    }
}

TEST_F(RankRandom, WalkingPagesEqualsOneScan) {
    const RankCorpus corpus = random_rank_corpus(77, 3000);
    ASSERT_TRUE(corpus.generation);
    const RankOracle oracle(corpus);
    RandomRankProblems problems(corpus, 78);
    for (int i = 0; i < 60; ++i) {
        NamedProblem problem = problems.next();
        const std::vector<SearchRow> all = oracle.all_rows(problem);
        for (const std::uint32_t limit : {1U, 7U, 50U, 1000U}) {
            if (all.size() / limit > 400) {
                continue;
            }
            problem.limit = limit;
            problem.has_cursor = false;
            std::vector<SearchRow> walked;
            do {
                ranker.rank(*corpus.generation, problem.resolve(corpus), result);
                walked.insert(walked.end(), result.rows.begin(), result.rows.end());
                problem.has_cursor = true;
                problem.cursor = result.rows.empty() ? SearchRow{} : result.rows.back();
            } while (result.rows.size() == limit && walked.size() <= all.size());
            ASSERT_TRUE(same(walked, all)) << "problem " << i << " pages of " << limit << ": " << result.plan
                                           << "\n got " << show(walked) << "\nwant " << show(all);
        }
    }
}

}  // namespace
}  // namespace bizrec::search::testing
