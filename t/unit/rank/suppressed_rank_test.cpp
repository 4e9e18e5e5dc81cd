#include <gtest/gtest.h>

#include <algorithm>

#include "t/unit/rank/rank_agreement.hpp"

/// Compares rank() over a generation with a list of suppressions to the exhaustive scan without the suppressed
/// documents.
namespace bizrec::search::testing {
namespace {

/// Suppresses one in `one_in` documents.
std::shared_ptr<const store::SuppressionList> random_list(const RankCorpus& corpus, Random& random, unsigned one_in) {
    auto list = std::make_shared<store::SuppressionList>();
    list->number = 1;
    for (std::uint32_t docid = 0; docid < corpus.size(); ++docid) {
        if (random() % one_in == 0) {
            list->entries.push_back({corpus.generation->uuid[docid], "", ""});
        }
    }
    std::sort(list->entries.begin(), list->entries.end());
    return list;
}

class SuppressedRank : public RankAgreement {
protected:
    void run(std::uint32_t documents, std::uint32_t seed, int problems, unsigned one_in) {
        RankCorpus corpus = random_rank_corpus(seed, documents);
        ASSERT_TRUE(corpus.generation);
        const RankOracle oracle(corpus);
        Random random(seed + 2);
        corpus.generation = store::Generation::suppress(corpus.generation, random_list(corpus, random, one_in));
        const store::Suppression& suppression = *corpus.generation->suppression();
        RandomRankProblems random_problems(corpus, seed + 1);
        for (int i = 0; i < affordable(problems) && !HasFatalFailure(); ++i) {
            SCOPED_TRACE("documents " + std::to_string(documents) + " one in " + std::to_string(one_in) + " problem " +
                         std::to_string(i));
            NamedProblem problem = random_problems.next();
            std::vector<SearchRow> all = oracle.all_rows(problem);
            all.erase(std::remove_if(all.begin(), all.end(),
                                     [&](const SearchRow& row) { return suppression.hides_from_search(row.docid); }),
                      all.end());
            check_pages(corpus, random_problems, problem, all, random);
        }
    }
};

TEST_F(SuppressedRank, SmallIndexesAgreeWithTheScan) {
    for (std::uint32_t seed = 1; seed <= 12 && !HasFatalFailure(); ++seed) {
        run(1 + seed * 7, seed, 100, 1 + seed % 4);
    }
}

TEST_F(SuppressedRank, MiddlingIndexesAgreeWithTheScan) {
    for (std::uint32_t seed = 1; seed <= 4 && !HasFatalFailure(); ++seed) {
        run(1000 + 300 * seed, 100 + seed, 800, seed == 1 ? 300 : 2 + seed * seed);
    }
    for (const char* plan : {"none", "groups", "blocks", "and", "bitmaps", "or", "windows"}) {
        EXPECT_GT(plans[plan], 10) << plan;
    }
}

TEST_F(SuppressedRank, LargeIndexesAgreeWithTheScan) {
    run(70000, 1000, 1200, 70);
    EXPECT_GT(plans["pair"], affordable(9));
}

}  // namespace
}  // namespace bizrec::search::testing
