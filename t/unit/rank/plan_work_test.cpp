#include <gtest/gtest.h>

#include "bizrec/rank/plan.hpp"
#include "t/unit/rank/rank_oracle.hpp"

/// Counts work: the postings that rank() visits depend on the request, not on the length of the lists.
namespace bizrec::search::testing {
namespace {

constexpr std::uint32_t many = 100000;
constexpr std::uint32_t country_end = 85000;

/// Every `step`th document, with 30 impacts in turn.
std::vector<format::TermPosting> every(std::uint32_t step, std::uint8_t least) {
    std::vector<format::TermPosting> postings;
    for (std::uint32_t docid = 0; docid < many; docid += step) {
        postings.push_back({docid, static_cast<std::uint8_t>(least + docid / step * 7 % 30), 0});
    }
    return postings;
}

class RankWork : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        corpus = new RankCorpus;
        corpus->documents.resize(many);
        for (std::uint32_t docid = 0; docid < many; ++docid) {
            corpus->documents[docid].quality = static_cast<std::uint8_t>(docid * 37 % 256);
            corpus->documents[docid].position = {static_cast<std::int32_t>(400000000 + docid), 0};
        }
        corpus->terms["common"] = every(5, 10);
        corpus->terms["frequent"] = every(7, 20);
        corpus->terms["other"] = every(100, 40);
        corpus->terms["rare"] = every(2500, 90);
        corpus->terms["equal"] = every(6, 30);
        for (format::TermPosting& posting : corpus->terms["equal"]) {
            posting.impact = 30;
            corpus->documents[posting.docid].quality = 255;
        }
        corpus->open();
    }
    static void TearDownTestSuite() {
        delete corpus;
        corpus = nullptr;
    }

    static NamedProblem all_of(const std::vector<std::string>& words) {
        NamedProblem problem;
        for (const std::string& word : words) {
            problem.required.push_back({word, 1});
        }
        return problem;
    }
    static void place(NamedProblem& problem, std::uint32_t begin, std::uint32_t end) {
        problem.everywhere = false;
        problem.locations.emplace_back();
        problem.locations.back().ranges = {{begin, end}};
        problem.locations.back().fit = PlaceFit::city;
    }

    const RankResult& run(NamedProblem& problem) {
        ranker.rank(*corpus->generation, problem.resolve(*corpus), result);
        return result;
    }

    static RankCorpus* corpus;
    Ranker ranker;
    RankResult result;
};
RankCorpus* RankWork::corpus = nullptr;

TEST_F(RankWork, AFrequentWordInACountryCostsItsRows) {
    NamedProblem problem = all_of({"common"});
    place(problem, 0, country_end);
    EXPECT_EQ(run(problem).rows.size(), 50U);
    EXPECT_STREQ(result.plan, "groups");
    EXPECT_LT(result.visited, 300U);
    problem.limit = 1000;
    EXPECT_EQ(run(problem).rows.size(), 1000U);
    EXPECT_LT(result.visited, 1600U);
}

TEST_F(RankWork, ADeepPageCostsNoMoreThanTheFirst) {
    NamedProblem problem = all_of({"common"});
    place(problem, 0, country_end);
    problem.limit = 100;
    for (int page = 0; page < 150; ++page) {
        ASSERT_EQ(run(problem).rows.size(), 100U);
        ASSERT_LT(result.visited, 600U) << "page " << page;
        problem.has_cursor = true;
        problem.cursor = result.rows.back();
    }
}

TEST_F(RankWork, AllDocumentsInOrderOfQuality) {
    NamedProblem problem;
    EXPECT_EQ(run(problem).rows.size(), 50U);
    EXPECT_STREQ(result.plan, "groups");
    EXPECT_LT(result.visited, 300U);
}

TEST_F(RankWork, CountsOfAWordAreReadOffItsBlocks) {
    NamedProblem problem = all_of({"common"});
    place(problem, 11, country_end);
    problem.count = true;
    EXPECT_EQ(run(problem).total, (country_end - 1) / 5 - 10 / 5);
    EXPECT_LT(result.visited, 400U);
}

TEST_F(RankWork, TheWordThatIsRarestInThePlaceLeads) {
    NamedProblem problem = all_of({"common", "rare"});
    EXPECT_EQ(run(problem).rows.size(), 40U);
    EXPECT_STREQ(result.plan, "and");
    EXPECT_LT(result.visited, 200U);
    NamedProblem in_city = all_of({"common", "frequent", "other"});
    place(in_city, 30000, 30700);
    run(in_city);
    EXPECT_EQ(result.rows.size(), 1U);
    EXPECT_LT(result.visited, 100U);
}

TEST_F(RankWork, AFrequentWordIsFoundInASmallPlaceByItsRank) {
    NamedProblem problem = all_of({"common"});
    place(problem, 70001, 70101);
    EXPECT_EQ(run(problem).rows.size(), 20U);
    EXPECT_STREQ(result.plan, "blocks");
    EXPECT_LT(result.visited, 26U) << "its postings and a block or two: no search through the heads of 157";
}

TEST_F(RankWork, BlocksOfFollowersAreDecodedOnceForAllTheirCandidates) {
    NamedProblem problem = all_of({"rare", "other", "common"});
    EXPECT_EQ(run(problem).rows.size(), 40U);
    EXPECT_STREQ(result.plan, "and");
    EXPECT_LT(result.visited, 40U * 5 + 30) << "forty candidates in three lists, eight blocks of the second";
}

TEST_F(RankWork, TwoFrequentWordsAreIntersectedByBitmaps) {
    NamedProblem problem = all_of({"common", "frequent"});
    problem.required[1].factor = 2;  // so that the list of their pair cannot be used
    place(problem, 0, country_end);
    EXPECT_EQ(run(problem).rows.size(), 50U);
    EXPECT_STREQ(result.plan, "bitmaps");
    EXPECT_LT(result.visited, country_end / 64 + country_end / 35 + 100) << "words of bitmaps, and what is in both";
}

TEST_F(RankWork, TheBestScoreNeedsNoSecondLook) {
    NamedProblem problem = all_of({"equal"});
    place(problem, 500, 2000);
    problem.limit = 10;
    EXPECT_EQ(run(problem).rows.size(), 10U);
    EXPECT_LT(result.visited, 300U);
    NamedProblem two = all_of({"equal", "equal"});
    two.limit = 10;
    EXPECT_EQ(run(two).rows.size(), 10U);
    EXPECT_LT(result.visited, 1500U) << "64 words of bitmaps at a time, not 16,667 documents";
}

TEST_F(RankWork, FrequentWordsOfAnAlternativeAreSkipped) {
    NamedProblem problem;
    problem.alternatives = {{{"common", 1}, {"frequent", 1}, {"rare", 1}, {"other", 1}}};
    EXPECT_EQ(run(problem).rows.size(), 50U);
    EXPECT_STREQ(result.plan, "or");
    EXPECT_LT(result.visited, 20000U) << "35,000 postings";
    problem.count = true;
    const std::uint64_t ranking = result.visited;
    EXPECT_GT(run(problem).total, 30000U);
    EXPECT_LT(result.visited, ranking + many / 64 + 1000) << "bitmaps are counted, not postings";
}

TEST_F(RankWork, OnlyWhatMayGetInIsMeasured) {
    NamedProblem problem = all_of({"common"});
    place(problem, 20000, 40000);
    problem.limit = 20;
    ResolvedLocation& circle = problem.locations[0];
    circle.fit = PlaceFit::circle;
    circle.has_circle = true;
    circle.centre = {400030000, 0};
    circle.radius_metres = 50;  // the documents are 1.1 cm apart
    EXPECT_EQ(run(problem).rows.size(), 20U);
    EXPECT_LT(result.visited, 4500U) << "4,000 postings, few distances";
}

}  // namespace
}  // namespace bizrec::search::testing
