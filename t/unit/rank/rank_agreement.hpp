#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "bizrec/base/budget.hpp"
#include "bizrec/rank/plan.hpp"
#include "t/unit/rank/rank_problems.hpp"

namespace bizrec::search::testing {

/// Compares a ranking with the rows of a scan.
class RankAgreement : public ::testing::Test {
protected:
    /// Runs one problem and compares everything.
    void check(const RankCorpus& corpus, NamedProblem& problem, const std::vector<SearchRow>& all) {
        const RankProblem& resolved = problem.resolve(corpus);
        const Plan plan = ranker.plan(*corpus.generation, resolved);
        Budget budget;
        ASSERT_TRUE(ranker.run(result, budget));
        const std::vector<SearchRow> expected = page_of(all, problem);
        ASSERT_TRUE(same(result.rows, expected))
            << result.plan << "\n got " << show(result.rows) << "\nwant " << show(expected);
        ASSERT_EQ(result.any_hit, !all.empty()) << result.plan;
        if (problem.count) {
            ASSERT_EQ(result.total, all.size()) << result.plan;
        }
        ASSERT_EQ(result.visited, budget.used()) << result.plan;
        ASSERT_STREQ(result.plan, plan.name());
        ++plans[result.plan];
    }

    /// Checks the first page of a problem, and often a later one.
    void check_pages(const RankCorpus& corpus, RandomRankProblems& problems, NamedProblem& problem,
                     const std::vector<SearchRow>& all, Random& random) {
        check(corpus, problem, all);
        if (random() % 2 == 0 && !HasFatalFailure()) {
            problems.add_cursor(problem, all);
            check(corpus, problem, all);
        }
    }

    Ranker ranker;
    RankResult result;
    std::map<std::string, int> plans;
};

}  // namespace bizrec::search::testing
