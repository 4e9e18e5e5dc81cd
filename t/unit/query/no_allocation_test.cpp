#include <gtest/gtest.h>

#include "bizrec/place/distance.hpp"
#include "t/unit/enrich/chain_index.hpp"
#include "t/unit/enrich/enrich_queries.hpp"
#include "t/unit/lookup/root_domains.hpp"
#include "t/unit/query/search_world.hpp"
#include "t/unit/support/allocation_hook.hpp"

namespace bizrec::search::testing {
namespace {

TEST(NoAllocation, AWarmServerAnswersFromItsOwnMemory) {
    const auto generation = chain_index(8).open();
    ASSERT_TRUE(generation);
    EnrichQuery chain = by_website(site("chain.com", "chain.com", "/a/path/that/is/no/short/string"));
    EnrichQuery city = chain;
    city.locations = {in_city("City 123"), in_country("US"), in_circle(city_centre(7), 5000)};
    EnrichQuery circle = chain;
    circle.locations = {in_circle(city_centre(123), 200000)};
    EnrichQuery both = by_both(chain.website, profile("facebook:few"));
    EnrichQuery codes = chain;
    codes.locations = {in_city("Llanfairpwllgwyngyllgogerychwyrndrobwll")};
    codes.locations[0].postal_codes = {"12345-6789", "90210"};
    EnrichResult result;
    std::uint64_t total = 0;
    const auto ask_all = [&] {
        for (const EnrichQuery* query : {&chain, &city, &circle, &both, &codes}) {
            enrich(*generation, *query, result);
            total += result.total;
        }
    };
    ask_all();
    const std::uint64_t warm_total = total;
    EXPECT_GT(warm_total, 32000U);
    const std::uint64_t before = allocations();
    ask_all();
    EXPECT_EQ(allocations(), before);
    EXPECT_GT(before, 0U) << "the counter counts";
    EXPECT_EQ(total, 2 * warm_total);
}

/// Asks the same queries again and again, so that all reused memory has grown.
class WarmSearch {
public:
    explicit WarmSearch(const store::Generation& generation) : generation_(generation) {}

    void ask(std::vector<SearchQuery>& queries) {
        for (SearchQuery& query : queries) {
            query.estimate_total = !query.estimate_total;
            query.has_cursor = !query.has_cursor;
            query.cursor_score = 500;
            search_.run(generation_, query, result_);
            rows += result_.rows.size();
            decoded += result_.reading >= Reading::decoded ? 1 : 0;
        }
    }
    std::uint64_t allocations_of(std::vector<SearchQuery>& queries) {
        ask(queries);
        const std::uint64_t before = allocations();
        ask(queries);
        ask(queries);
        return allocations() - before;
    }

    std::uint64_t rows = 0, decoded = 0;

private:
    const store::Generation& generation_;
    Search search_;
    SearchResult result_;
};

TEST(NoAllocation, AWarmSearchAnswersAsTypedFromItsOwnMemory) {
    SearchWorld world(4, 1500);
    ASSERT_TRUE(world.is_good());
    std::vector<SearchQuery> queries(10);
    queries[0].query = "coffee";
    queries[1].query = "golden restaurant";
    queries[2].query = "the";
    queries[3].store_name = "golden bar";
    queries[4].tags = {"coffee", "bakery", "market with many words in its label"};
    queries[5].query = "横浜 居酒屋";
    queries[6].query = "bar";
    queries[6].include_keywords = {"coffee house", "market"};
    queries[6].exclude_keywords = {"pizza and grill"};
    queries[6].excluded_domains =
        root_domains({"chain1.com", "strangerhub.com", "a-domain-with-a-long-name.example.com"});
    queries[7].query = "bar";
    queries[7].locations = {in_city("Oakland"), in_country("US"), in_circle(*place::make_position(37.8, -122.3), 5000)};
    queries[8].locations = {in_country("FR")};
    queries[8].bounds.price_tier.given = true;
    queries[9].query = "coffee in oakland";
    WarmSearch search(world.generation());
    search.ask(queries);
    search.ask(queries);
    search.ask(queries);
    EXPECT_GT(search.rows, 400U);
    EXPECT_EQ(search.decoded, 0U);
    for (SearchQuery& query : queries) {
        std::vector<SearchQuery> one = {query};
        EXPECT_EQ(search.allocations_of(one), 0U) << describe(query);
    }
}

/// Each request builds a new lattice. A decoded search therefore allocates, but always the same amount.
TEST(NoAllocation, ADecodedSearchAllocatesNoMoreFromRequestToRequest) {
    SearchWorld world(4, 1500);
    ASSERT_TRUE(world.is_good());
    std::vector<SearchQuery> queries(4);
    queries[3].query = "the of and";  // no record has all of them
    queries[0].query = "cofffee bkaery";
    queries[1].query = "star bucks goldenlantern";
    queries[2].query = "coffee zzyzxqq nowhere";
    WarmSearch search(world.generation());
    search.ask(queries);
    search.ask(queries);
    EXPECT_GT(search.decoded, 0U);
    const std::uint64_t once = search.allocations_of(queries);
    EXPECT_EQ(search.allocations_of(queries), once);
    EXPECT_LT(once, 20000U);
}

}  // namespace
}  // namespace bizrec::search::testing
