#include <gtest/gtest.h>

#include <set>

#include "bizrec/postings/work.hpp"
#include "t/unit/enrich/chain_index.hpp"
#include "t/unit/enrich/enrich_queries.hpp"

/// Counts work: the cost of a chain of 16,000 branches depends on the size of its answer, not on the size of the chain.
namespace bizrec::search::testing {
namespace {

class EnrichWork : public ::testing::TestWithParam<unsigned> {
protected:
    void SetUp() override {
        generation_ = chain_index(GetParam()).open();
        ASSERT_TRUE(generation_);
    }

    /// Runs the query, which must have `total` hits. Returns the number of postings visited.
    std::uint64_t work(const EnrichQuery& query, std::uint64_t total) {
        enrich(*generation_, query, result_);
        EXPECT_EQ(result_.total, total);
        EXPECT_EQ(result_.rows.size(), std::min<std::uint64_t>(query.limit, total));
        return result_.visited;
    }

    std::shared_ptr<const store::Generation> generation_;
    EnrichResult result_;
};

const identity::Identity chain = site("chain.com", "chain.com");
const identity::Identity chain_by_key = site("chain.com", "elsewhere.chain.com");

TEST_P(EnrichWork, WholeChain) {
    EXPECT_LE(work(by_website(chain), 16000), 50U);
    EXPECT_LE(work(by_website(chain_by_key), 16000), 50U);
    EnrichQuery first = by_website(chain);
    first.limit = 1;
    EXPECT_LE(work(first, 16000), 1U);
}

TEST_P(EnrichWork, OneCity) {
    EnrichQuery query = by_website(chain);
    query.locations = {in_city("city123")};
    EXPECT_LE(work(query, 40), 200U) << "its branches and the seeks to them";
    query.locations = {in_city("city123"), in_city("city5"), in_city("city0")};
    EXPECT_LE(work(query, 120), 1000U);
}

TEST_P(EnrichWork, CountryThatHoldsAll) {
    EnrichQuery query = by_website(chain);
    query.locations = {in_country("US"), in_country("CA")};
    EXPECT_LE(work(query, 16000), 500U);
}

TEST_P(EnrichWork, CountryThatHoldsMost) {
    EnrichQuery query = by_website(chain);
    query.locations = {in_country("US")};
    query.limit = 20;
    EXPECT_LE(work(query, 15200), 500U) << "the ready-made best rows are enough";
    query.limit = 50;
    EXPECT_LE(work(query, 15200), 60U * GetParam() * 16 + 500U) << "a scan that ends at the 50th of equal quality";
}

TEST_P(EnrichWork, Circle) {
    EnrichQuery query = by_website(chain);
    query.locations = {in_circle(city_centre(123), 5000)};
    EXPECT_LE(work(query, 40), 2000U) << "boxes of 256 documents around one city";
}

TEST_P(EnrichWork, TwoKeysOfOneChain) {
    EXPECT_LE(work(by_both(chain, profile("facebook:chain")), 16000), 200U);
    EnrichQuery query = by_both(chain, profile("facebook:chain"));
    query.locations = {in_city("city123")};
    EXPECT_LE(work(query, 40), 500U);
}

TEST_P(EnrichWork, FewOfTheChainHaveTheProfile) {
    EXPECT_LE(work(by_both(chain, profile("facebook:few")), 16000), 2000U) << "a seek in the chain for each of the 30";
    for (std::size_t i = 0; i < 30; ++i) {
        EXPECT_TRUE(result_.rows[i].by_website && result_.rows[i].by_profile);
    }
}

void begin_behind(const EnrichRow& row, EnrichQuery& query) {
    query.has_cursor = true;
    query.cursor_score = row.score;
    query.cursor_id = numbered_uuid(row.docid);
}

constexpr std::uint64_t look_for_the_place = 15;  // a binary search among 16,000

/// Reads page by page to the end and checks that each row comes once. Returns the maximum work of a page.
std::uint64_t walk(const store::Generation& generation, EnrichQuery query, std::set<std::uint32_t>& docids) {
    EnrichResult result;
    std::uint64_t greatest = 0;
    do {
        enrich(generation, query, result);
        greatest = std::max(greatest, result.visited);
        for (const EnrichRow& row : result.rows) {
            EXPECT_TRUE(docids.insert(row.docid).second) << "twice: " << row.docid;
        }
        if (!result.rows.empty()) {
            begin_behind(result.rows.back(), query);
        }
    } while (!result.rows.empty());
    return greatest;
}

TEST_P(EnrichWork, EveryPageOfTheChainCostsWhatTheFirstDoes) {
    std::set<std::uint32_t> docids;
    EXPECT_LE(walk(*generation_, by_website(chain), docids), 50 + look_for_the_place);
    EXPECT_EQ(docids.size(), chain_branches);
    docids.clear();
    EXPECT_LE(walk(*generation_, by_profile(profile("facebook:chain")), docids), 50 + look_for_the_place);
    EXPECT_EQ(docids.size(), chain_branches);
}

TEST_P(EnrichWork, EveryPageOfACountryCostsWhatTheFirstDoes) {
    EnrichQuery query = by_website(chain);
    query.locations = {in_country("US")};
    std::set<std::uint32_t> docids;
    // 15,200 of the 16,000 branches are in the country. Among branches of equal quality, the 800 outside it come last,
    // so one page may read all 800.
    EXPECT_LE(walk(*generation_, query, docids), 250 + 800U);
    EXPECT_EQ(docids.size(), 15200U);
}

TEST_P(EnrichWork, PagesOfTwoKeysCostALookForEachRow) {
    std::set<std::uint32_t> docids;
    EXPECT_LE(walk(*generation_, by_both(chain, profile("facebook:chain")), docids), 10000U);
    EXPECT_EQ(docids.size(), chain_branches);
    docids.clear();
    EXPECT_LE(walk(*generation_, by_both(chain, profile("facebook:few")), docids), 10000U);
    EXPECT_EQ(docids.size(), chain_branches);
}

/// Steps that an event loop does itself: the default of bizrec_search_inline_work.
constexpr std::uint64_t inline_work = 50000;

/// Steps of a request without a limit.
std::uint64_t steps_of(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result) {
    Budget budget;
    EXPECT_TRUE(prepare_enrich(generation, query, result, budget) && run_enrich(generation, query, result, budget));
    return budget.used();
}

/// Steps that a request uses when its limit is `steps`.
std::uint64_t stopped_at(const store::Generation& generation, const EnrichQuery& query, std::uint64_t steps) {
    EnrichResult result;
    Budget budget(steps);
    EXPECT_FALSE(prepare_enrich(generation, query, result, budget) && run_enrich(generation, query, result, budget));
    EXPECT_TRUE(budget.spent());
    return budget.used();
}

TEST_P(EnrichWork, UsualRequestsAreInlineWork) {
    std::vector<LocationFilter> places = {in_city("city123"), in_country("US"), in_country("CA"),
                                          in_circle(city_centre(123), 5000), in_circle(city_centre(123), 50000)};
    std::vector<EnrichQuery> queries = {by_website(chain), by_website(chain_by_key),
                                        by_profile(profile("facebook:few")), by_both(chain, profile("facebook:few"))};
    for (const LocationFilter& place : places) {
        queries.push_back(by_website(chain));
        queries.back().locations = {place};
    }
    for (std::size_t i = 0; i < queries.size(); ++i) {
        EXPECT_LT(steps_of(*generation_, queries[i], result_), inline_work) << i;
    }
}

/// The most steps between two checks of the budget: those of one document.
constexpr std::uint64_t steps_of_a_document = 400;

TEST_P(EnrichWork, AHundredCirclesOverTheChainEndWithTheBudget) {
    EnrichQuery query = by_both(chain, profile("facebook:few"));
    query.estimate_total = true;
    for (std::uint32_t i = 0; i < 100; ++i) {
        query.locations.push_back(in_circle(city_centre(4 * i), 500000));
    }
    const std::uint64_t steps = steps_of(*generation_, query, result_);
    EXPECT_GT(steps, inline_work) << "for a thread";
    EXPECT_EQ(result_.rows.size(), 50U);
    EXPECT_GT(result_.total, 15000U);
    EXPECT_LE(steps, chain_branches * 100U) << "each branch once, by the circles about it; all circles: 300 and more";
    for (const std::uint64_t allowed : {inline_work, 10 * inline_work, steps}) {
        EXPECT_LE(stopped_at(*generation_, query, allowed), allowed + steps_of_a_document);
    }
}

TEST_P(EnrichWork, AnyBodyEndsWithTheBudget) {
    EnrichQuery query = by_both(chain, profile("facebook:chain"));
    query.estimate_total = true;
    for (std::uint32_t i = 0; i < 100; ++i) {
        LocationFilter filter = i % 4 == 0 ? in_country(i % 8 == 0 ? "US" : "CA") : in_city("city" + std::to_string(i));
        if (i % 4 == 1) {
            filter = in_circle(city_centre(3 * i), 500000);
        }
        for (int code = 0; i % 4 == 2 && code < 1000; ++code) {
            filter.postal_codes.push_back(std::to_string(10000 + code));
        }
        query.locations.push_back(filter);
    }
    EXPECT_LE(steps_of(*generation_, query, result_), 4'000'000U);
    constexpr std::uint64_t of_a_location = 6000;  // the ranges of a location are sorted in one uninterrupted step
    EXPECT_LE(stopped_at(*generation_, query, inline_work), inline_work + of_a_location);
}

/// After a request is stopped anywhere, the next run gives all rows. A limit always stops a request at the same step.
TEST_P(EnrichWork, WhatIsStoppedIsAnsweredByTheNextRun) {
    EnrichQuery query = by_both(chain, profile("facebook:few"));
    query.locations = {in_city("city123"), in_circle(city_centre(5), 50000), in_country("CA")};
    EnrichResult whole;
    const std::uint64_t steps = steps_of(*generation_, query, whole);
    for (std::uint64_t allowed = 1; allowed < steps; allowed += 1 + steps / 100) {
        Budget budget(allowed);
        ASSERT_FALSE(prepare_enrich(*generation_, query, result_, budget) &&
                     run_enrich(*generation_, query, result_, budget));
        ASSERT_EQ(budget.used(), stopped_at(*generation_, query, allowed));
        ASSERT_EQ(steps_of(*generation_, query, result_), steps);
        ASSERT_EQ(result_.total, whole.total);
        ASSERT_EQ(result_.rows.size(), whole.rows.size());
        for (std::size_t i = 0; i < whole.rows.size(); ++i) {
            ASSERT_EQ(result_.rows[i].docid, whole.rows[i].docid);
            ASSERT_EQ(result_.rows[i].score, whole.rows[i].score);
        }
    }
}

TEST_P(EnrichWork, FewDocumentsAreMeasuredWithoutALookAtBoxes) {
    EnrichQuery query = by_profile(profile("facebook:few"));
    for (std::uint32_t i = 0; i < 100; ++i) {
        query.locations.push_back(in_circle(city_centre(4 * i), 500000));
    }
    EXPECT_LT(steps_of(*generation_, query, result_), inline_work);
    EXPECT_GT(result_.total, 20U);
}

TEST_P(EnrichWork, UnknownKeyCostsNothing) {
    EXPECT_EQ(work(by_website(site("unknown.com", "unknown.com")), 0), 0U);
    EnrichQuery query = by_website(chain);
    query.locations = {in_city("Atlantis")};
    EXPECT_EQ(work(query, 0), 0U);
}

INSTANTIATE_TEST_SUITE_P(Qualities, EnrichWork, ::testing::Values(1U, 4U, 8U));

}  // namespace
}  // namespace bizrec::search::testing
