#include <gtest/gtest.h>

#include "bizrec/place/distance.hpp"
#include "t/unit/enrich/chain_index.hpp"
#include "t/unit/enrich/enrich_queries.hpp"
#include "t/unit/query/root_domains.hpp"
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

TEST(NoAllocation, AWarmSearchAnswersFromItsOwnMemory) {
    SearchWorld world(4, 1500);
    ASSERT_TRUE(world.is_good());
    std::vector<SearchQuery> queries(12);
    queries[0].query = "coffee";
    queries[1].query = "golden restaurant with a longer text";
    queries[2].query = "the of and";
    queries[3].store_name = "golden anchor bar";
    queries[4].tags = {"coffee", "bakery", "market with many words in its label"};
    queries[5].query = "cofffee bkaery";
    queries[6].query = "star bucks goldenlantern";
    queries[7].query = "coffee zzyzxqq nowhere";
    queries[8].query = "横浜 居酒屋";
    queries[9].query = "bar";
    queries[9].include_keywords = {"coffee house", "market"};
    queries[9].exclude_keywords = {"pizza and grill"};
    queries[9].excluded_domains =
        root_domains({"chain1.com", "strangerhub.com", "a-domain-with-a-long-name.example.com"});
    queries[10].query = "bar";
    queries[10].locations = {in_city("Oakland"), in_country("US"),
                             in_circle(*place::make_position(37.8, -122.3), 5000)};
    queries[11].locations = {in_country("FR")};
    queries[11].bounds.by_tier = true;
    Search search;
    SearchResult result;
    std::uint64_t total = 0;
    const auto ask_all = [&] {
        for (SearchQuery& query : queries) {
            query.estimate_total = !query.estimate_total;
            query.has_cursor = !query.has_cursor;
            query.cursor_score = 500;
            search.prepare(world.generation(), query);
            search.run(result);
            total += result.rows.size();
        }
    };
    ask_all();
    ask_all();
    const std::uint64_t warm_total = total;
    EXPECT_GT(warm_total, 400U);
    ask_all();  // memory that requests leave to each other goes around until each piece has grown
    ask_all();
    total = warm_total;
    const std::uint64_t before = allocations();
    ask_all();
    ask_all();
    EXPECT_EQ(allocations(), before);
    EXPECT_EQ(total, 2 * warm_total);
}

}  // namespace
}  // namespace bizrec::search::testing
