#include <gtest/gtest.h>

#include <set>

#include "bizrec/postings/work.hpp"
#include "t/unit/enrich/chain_index.hpp"
#include "t/unit/enrich/enrich_queries.hpp"

/// Counted work: a chain of 16,000 branches costs what its answer needs, not what it holds.
namespace bizrec::search::testing {
namespace {

class EnrichWork : public ::testing::TestWithParam<unsigned> {
protected:
    void SetUp() override {
        generation_ = chain_index(GetParam()).open();
        ASSERT_TRUE(generation_);
    }

    /// Postings looked at.
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

/// Page by page to the end: each row once. Returns the greatest work of a page.
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
    // Nineteen of twenty branches are in the country. Among equal qualities the others stand together at the end.
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

/// Steps that an event loop does itself: bizrec_search_inline_work as it is by default, and what prepare adds.
constexpr std::uint64_t inline_work = 50000;
constexpr std::uint64_t max_prepare_work = 24000;

struct Foretold {
    std::uint64_t prepared = 0, work = 0, ran = 0;
};

Foretold foretell(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result,
                  std::uint64_t at_once) {
    Foretold met;
    met.work = prepare_enrich(generation, query, result, at_once);
    met.prepared = result.steps;
    run_enrich(generation, query, result);
    met.ran = result.steps - met.prepared;
    EXPECT_LE(met.prepared, max_prepare_work);
    EXPECT_LE(met.ran, met.work);
    return met;
}

/// By the sharpest bound. Those that are made more cheaply are bounds too, and agree on who it is that goes to a
/// thread.
Foretold foretell(const store::Generation& generation, const EnrichQuery& query, EnrichResult& result) {
    foretell(generation, query, result, UINT64_MAX);
    const Foretold usual = foretell(generation, query, result, inline_work);
    const Foretold sharp = foretell(generation, query, result, 0);
    EXPECT_EQ(usual.work < inline_work, sharp.work < inline_work);
    return sharp;
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
        EXPECT_LT(foretell(*generation_, queries[i], result_).work, inline_work) << i;
    }
}

TEST_P(EnrichWork, AHundredCirclesOverTheChainAreForetold) {
    EnrichQuery query = by_both(chain, profile("facebook:few"));
    query.estimate_total = true;
    for (std::uint32_t i = 0; i < 100; ++i) {
        query.locations.push_back(in_circle(city_centre(4 * i), 500000));
    }
    const Foretold met = foretell(*generation_, query, result_);
    EXPECT_GE(met.work, inline_work) << "for a thread";
    EXPECT_EQ(result_.rows.size(), 50U);
    EXPECT_GT(result_.total, 15000U);
    EXPECT_LE(met.ran, chain_branches * 100U) << "each branch once, by the circles about it; all circles: 300 and more";
}

TEST_P(EnrichWork, AnyBodyIsForetold) {
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
    const Foretold met = foretell(*generation_, query, result_);
    EXPECT_EQ(met.work, unknown_work) << "for a thread, with most of the places";
    EXPECT_LE(met.ran, 4'000'000U);
    query.locations.resize(1);
    query.locations[0].city = std::string(65536, 'c');
    EXPECT_EQ(foretell(*generation_, query, result_).work, unknown_work);
}

TEST_P(EnrichWork, FewDocumentsAreMeasuredWithoutALookAtBoxes) {
    EnrichQuery query = by_profile(profile("facebook:few"));
    for (std::uint32_t i = 0; i < 100; ++i) {
        query.locations.push_back(in_circle(city_centre(4 * i), 500000));
    }
    EXPECT_LT(foretell(*generation_, query, result_).work, inline_work);
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
