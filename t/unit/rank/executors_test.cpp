#include "bizrec/rank/executors.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "bizrec/rank/plan.hpp"
#include "t/unit/rank/rank_problems.hpp"

/// Runs every executor on each problem that it can run. Each must return the rows of the exhaustive scan, and stop when
/// its steps are used up.
namespace bizrec::search::testing {
namespace {

class RankExecutorsTest : public ::testing::Test {
protected:
    void check_rows(const Plan& plan, const NamedProblem& problem, const std::vector<SearchRow>& all) {
        plan.run(judge, result, UINT64_MAX);
        ++runs[plan.name()];
        const std::vector<SearchRow> expected = page_of(all, problem);
        ASSERT_TRUE(same(result.rows, expected))
            << result.plan << "\n got " << show(result.rows) << "\nwant " << show(expected);
        ASSERT_EQ(result.any_hit, !all.empty()) << result.plan;
        ASSERT_EQ(result.total, problem.count ? all.size() : 0U) << result.plan;
        check_stop(plan, result.visited);
    }

    /// Maximum postings that may be visited between two checks of the limit: those of 32 lists in a window of 8192
    /// documents, if each list has all of them.
    static constexpr std::uint64_t at_a_time = 32 * 8192;

    /// With too few steps, an executor stops at the latest after the current window, block or document.
    void check_stop(const Plan& plan, std::uint64_t whole) {
        for (const std::uint64_t allowed : {std::uint64_t{1}, whole / 2}) {
            if (allowed != 0 && allowed <= whole) {
                plan.run(judge, result, allowed);
                ASSERT_GE(result.visited, allowed) << result.plan;
                ASSERT_LE(result.visited, allowed + at_a_time) << result.plan;
            }
        }
    }

    /// Runs alone one of the steps that run before the executor of the rows. `counts`: the step must give the total of
    /// hits.
    void check_step(RankExecutor& step, const RankTask& task, const std::vector<SearchRow>& all, bool counts) {
        if (!step.can_run(task)) {
            return;
        }
        result = {};
        judge.reset(task, false, result, UINT64_MAX);
        step.run(task, judge, result);
        ++runs[step.name()];
        if (counts) {
            ASSERT_EQ(result.total, all.size()) << step.name();
        }
    }

    void check(const RankCorpus& corpus, NamedProblem& problem, const std::vector<SearchRow>& all) {
        RankTask task;
        task.assign(*corpus.generation, problem.resolve(corpus));
        check_rows(Plan(task, executors), problem, all);
        if (!task.may_have_hits()) {
            return;
        }
        check_step(executors.count(), task, all, true);
        check_step(executors.rare_extras(), task, all, false);
        for (RowsExecutor* executor : executors.rows()) {
            if (executor->can_run(task) && !HasFatalFailure()) {
                check_rows(Plan(task, executors, *executor), problem, all);
            }
        }
    }

    void compare(std::uint32_t documents, std::uint32_t seed, int problems) {
        const RankCorpus corpus = random_rank_corpus(seed, documents);
        ASSERT_TRUE(corpus.generation);
        const RankOracle oracle(corpus);
        RandomRankProblems random_problems(corpus, seed + 1);
        for (int i = 0; i < affordable(problems) && !HasFatalFailure(); ++i) {
            SCOPED_TRACE("documents " + std::to_string(documents) + " problem " + std::to_string(i));
            NamedProblem problem = random_problems.next();
            const std::vector<SearchRow> all = oracle.all_rows(problem);
            check(corpus, problem, all);
            if (i % 2 == 0 && !HasFatalFailure()) {
                random_problems.add_cursor(problem, all);
                check(corpus, problem, all);
            }
        }
    }

    RankExecutors executors;
    RankJudge judge;
    RankResult result;
    std::map<std::string, int> runs;
};

TEST_F(RankExecutorsTest, EachFindsTheRowsOfAScanWithinItsWork) {
    for (std::uint32_t seed = 1; seed <= 4 && !HasFatalFailure(); ++seed) {
        compare(40 * seed, 200 + seed, 300);
    }
    for (std::uint32_t seed = 1; seed <= 5 && !HasFatalFailure(); ++seed) {
        compare(800 + 1500 * seed, 300 + seed, 800);
    }
    compare(40000, 400, 400);
    for (const RowsExecutor* executor : executors.rows()) {
        EXPECT_GT(runs[executor->name()], affordable(60)) << executor->name();
    }
    EXPECT_GT(runs["count"], affordable(60));
    EXPECT_GT(runs["rare extras"], affordable(60));
}

TEST_F(RankExecutorsTest, TheTableNamesEachOnce) {
    std::set<std::string> names{"none", executors.count().name(), executors.rare_extras().name()};
    for (const RowsExecutor* executor : executors.rows()) {
        EXPECT_TRUE(names.insert(executor->name()).second) << executor->name();
    }
    EXPECT_EQ(names.size(), 3 + executors.rows().size());
}

/// Each word is in every document. So the cost of a range of places is the cost of its documents plus the cost of the
/// gap to the next range.
class RankPlanWork : public ::testing::Test {
protected:
    static constexpr std::uint32_t documents = 20000;

    static RankCorpus every_word_everywhere(std::uint32_t words) {
        RankCorpus corpus;
        corpus.documents.resize(documents);
        for (std::uint32_t word = 0; word < words; ++word) {
            auto& postings = corpus.terms["w" + std::to_string(word)];
            for (std::uint32_t docid = 0; docid < documents; ++docid) {
                postings.push_back({docid, static_cast<std::uint8_t>(30 + word), 0});
            }
        }
        corpus.open();
        return corpus;
    }

    Ranker ranker;
    RankResult result;
};

TEST_F(RankPlanWork, SeveralSmallPlacesInAWindowCostWhatLiesBetweenThem) {
    const RankCorpus corpus = every_word_everywhere(12);
    NamedProblem problem;
    problem.alternatives.resize(1);
    for (int word = 0; word < 12; ++word) {
        problem.alternatives[0].push_back({"w" + std::to_string(word), 1});
    }
    problem.everywhere = false;
    problem.locations.emplace_back();
    problem.locations.back().fit = PlaceFit::city;
    for (std::uint32_t begin = 100; begin < documents; begin += 700) {
        problem.locations.back().ranges.push_back({begin, begin + 1});
    }
    ranker.plan(*corpus.generation, problem.resolve(corpus));
    Budget budget;
    ranker.run(result, budget);
    EXPECT_STREQ(result.plan, "windows");
    EXPECT_EQ(result.rows.size(), 29U);
}

TEST_F(RankPlanWork, ExtraEvidenceForARareWordDoesNotReadTheFrequentOnes) {
    RankCorpus corpus = every_word_everywhere(1);
    for (std::uint32_t docid = 5; docid < documents; docid += 50) {
        corpus.terms["seldom"].push_back({docid, 60, 0});
        if (docid % 1000 == 5) {
            corpus.terms["rare"].push_back({docid, 40, 0});
        }
    }
    corpus.open();
    NamedProblem problem;
    problem.alternatives = {{{"rare", 1}, {"seldom", 1}, {"w0", 1}}};
    problem.boosts = {{{"rare", "w0"}, 65536}};
    problem.limit = 30;
    ranker.plan(*corpus.generation, problem.resolve(corpus));
    Budget budget;
    ranker.run(result, budget);
    ASSERT_EQ(result.rows.size(), 30U);
    EXPECT_EQ(result.rows.front().docid, 5U);
    EXPECT_LT(result.visited, documents / 4);
}

TEST_F(RankPlanWork, OtherDocumentsAreSkippedOnceThoseOfAnExtraWereSeen) {
    RankCorpus corpus = every_word_everywhere(1);
    for (std::uint32_t docid = 0; docid < documents; docid += 4) {
        corpus.terms["quarter"].push_back({docid, 1, 0});
        corpus.terms["better"].push_back({docid + 1, 60, 0});
    }
    corpus.open();
    NamedProblem problem;
    problem.alternatives = {{{"quarter", 1}, {"better", 1}, {"w0", 1}}};
    problem.boosts = {{{"quarter", "w0"}, 65536}};
    problem.limit = 30;
    ranker.plan(*corpus.generation, problem.resolve(corpus));
    Budget budget;
    ranker.run(result, budget);
    ASSERT_EQ(result.rows.size(), 30U);
    EXPECT_EQ(result.rows.back().docid, 29U * 4);
    EXPECT_STREQ(result.plan, "or");
    EXPECT_LT(result.visited, documents);
}

TEST_F(RankPlanWork, ATestThatIsFilledAfterThePlanIsPartOfIt) {
    const RankCorpus corpus = every_word_everywhere(1);
    RowTest test;
    RankProblem problem;
    problem.required.push_back({corpus.lists("w0"), 1});
    problem.test = &test;
    problem.page.limit = 5;
    problem.page.count = true;
    ranker.plan(*corpus.generation, problem);
    constexpr std::uint32_t excluded[] = {0, 1, 2, 4, 17};
    test.exclude(excluded, std::size(excluded), documents);
    Budget budget;
    ranker.run(result, budget);
    ASSERT_EQ(result.rows.size(), 5U);
    EXPECT_EQ(result.rows[0].docid, 3U);
    EXPECT_EQ(result.rows[1].docid, 5U);
    EXPECT_EQ(result.total, documents - std::size(excluded));
}

/// Every third document has both words of the pair. These documents have the same evidence and `levels` levels of
/// quality.
class RankPairWork : public RankPlanWork {
protected:
    static RankCorpus pair_corpus(std::uint32_t levels) {
        RankCorpus corpus;
        corpus.documents.resize(documents);
        for (std::uint32_t docid = 0; docid < documents; ++docid) {
            corpus.documents[docid].quality = static_cast<std::uint8_t>(32 * (docid % levels));
        }
        for (std::uint32_t docid = 0; docid < documents; docid += 3) {
            corpus.terms["a"].push_back({docid, 10, 0});
            corpus.terms["b"].push_back({docid, 20, 0});
        }
        corpus.open();
        return corpus;
    }
    static NamedProblem pair_problem() {
        NamedProblem problem;
        problem.required = {{"a", 1}, {"b", 1}};
        problem.limit = 10;
        return problem;
    }
};

TEST_F(RankPairWork, AFullPageEndsThePairWhateverTheLevelsOfItsEvidence) {
    const RankCorpus corpus = pair_corpus(8);
    NamedProblem problem = pair_problem();
    ranker.plan(*corpus.generation, problem.resolve(corpus));
    Budget budget;
    ranker.run(result, budget);
    EXPECT_STREQ(result.plan, "pair");
    EXPECT_EQ(result.rows.size(), 10U);
    EXPECT_LT(result.visited, 300U);
}

TEST_F(RankPairWork, ADeepPageOfAPairReadsNoGroupBeforeItsCursor) {
    const RankCorpus corpus = pair_corpus(4);
    const RankOracle oracle(corpus);
    NamedProblem problem = pair_problem();
    const std::vector<SearchRow> all = oracle.all_rows(problem);
    problem.has_cursor = true;
    problem.cursor = all[all.size() - 15];
    ranker.plan(*corpus.generation, problem.resolve(corpus));
    Budget budget;
    ranker.run(result, budget);
    EXPECT_STREQ(result.plan, "pair");
    EXPECT_TRUE(same(result.rows, page_of(all, problem))) << show(result.rows);
    EXPECT_LT(result.visited, 600U);
}

}  // namespace
}  // namespace bizrec::search::testing
