#include <gtest/gtest.h>

#include "chain_index.hpp"
#include "enrich_queries.hpp"

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

TEST_P(EnrichWork, UnknownKeyCostsNothing) {
    EXPECT_EQ(work(by_website(site("unknown.com", "unknown.com")), 0), 0U);
    EnrichQuery query = by_website(chain);
    query.locations = {in_city("Atlantis")};
    EXPECT_EQ(work(query, 0), 0U);
}

INSTANTIATE_TEST_SUITE_P(Qualities, EnrichWork, ::testing::Values(1U, 4U, 8U));

}  // namespace
}  // namespace bizrec::search::testing
