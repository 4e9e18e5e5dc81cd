#include <gtest/gtest.h>

#include <set>

#include "bizrec/query/search.hpp"
#include "t/unit/lookup/root_domains.hpp"
#include "t/unit/support/built_index.hpp"

/// `include_root_domains` returns a whole brand, page by page.
namespace bizrec::search::testing {
namespace {

constexpr unsigned stores_of_the_chain = 3000;

const BuiltIndex& chain_and_another() {
    static const BuiltIndex index([] {
        std::vector<std::string> records;
        for (unsigned i = 0; i < stores_of_the_chain + 2000; ++i) {
            const bool is_chain = i < stores_of_the_chain;
            records.push_back(R"({"store_id":"00000000-0000-4000-8000-0000000)" + std::to_string(10000 + i) +
                              R"(","business_name":")" + (is_chain ? "Golden Anchor" : "Lantern") +
                              R"(","website_url":"https://)" +
                              (is_chain ? "anchor.example" : "lantern" + std::to_string(i) + ".example") +
                              R"(","country":"US","city":")" + (i % 3 == 0 ? "Austin" : "Waco") + R"(","num_stores":)" +
                              std::to_string(i % 40) + "}");
        }
        return records;
    }());
    return index;
}

SearchQuery of_chain() {
    SearchQuery query;
    query.by_included_domains = true;
    query.included_domains = root_domains({"anchor.example"});
    return query;
}

SearchResult search_chain(const SearchQuery& query) {
    Search search;
    SearchResult result;
    search.run(*chain_and_another().generation(), query, result);
    return result;
}

TEST(IncludedDomains, AWholeChainByPagesEachAtTheCostOfTheFirst) {
    ASSERT_TRUE(chain_and_another().generation());
    for (const char* words : {"", "golden", "goldn anchr"}) {
        SearchQuery query = of_chain();
        query.query = words;
        query.estimate_total = true;
        std::set<std::uint32_t> seen;
        std::uint64_t first = 0;
        for (;;) {
            const SearchResult page = search_chain(query);
            ASSERT_EQ(page.total, stores_of_the_chain) << words;
            if (page.rows.empty()) {
                break;
            }
            first = first == 0 ? page.visited : first;
            EXPECT_LE(page.visited, first + first / 4 + seen.size() + 64) << words << ", " << seen.size();
            for (const SearchRow& row : page.rows) {
                EXPECT_TRUE(seen.insert(row.docid).second);
            }
            query.has_cursor = true;
            query.cursor_score = page.rows.back().score;
            query.cursor_id = chain_and_another().generation()->uuid[page.rows.back().docid];
        }
        EXPECT_EQ(seen.size(), stores_of_the_chain) << words;
    }
}

TEST(IncludedDomains, NarrowWithPlacesAndNameNobody) {
    ASSERT_TRUE(chain_and_another().generation());
    SearchQuery query = of_chain();
    query.estimate_total = true;
    query.query = "lantern";
    EXPECT_EQ(search_chain(query).total, 0U);
    query.query = "golden austin";
    EXPECT_EQ(search_chain(query).total, stores_of_the_chain / 3);
    query.query = "";
    query.excluded_domains = query.included_domains;
    EXPECT_EQ(search_chain(query).total, 0U);
    query.excluded_domains.clear();
    query.included_domains = root_domains({"lantern3000.example", "lantern3001.example", "nobody.example"});
    EXPECT_EQ(search_chain(query).total, 2U);
    query.included_domains = root_domains({"nobody.example"});
    EXPECT_EQ(search_chain(query).total, 0U);
    query.included_domains.clear();
    EXPECT_EQ(search_chain(query).total, 0U);
    query.by_included_domains = false;
    EXPECT_EQ(search_chain(query).total, stores_of_the_chain + 2000U);
}

TEST(IncludedDomains, OfASharedDomainThePageThatWasNamedAlone) {
    const BuiltIndex directory([] {
        std::vector<std::string> records;
        constexpr const char* names[] = {"Lucky Dragon", "Blue Whale",  "Old Tavern",   "Quiet Oak",
                                         "Rusty Wagon",  "Green Tulip", "Royal Zebra",  "Happy Wolf",
                                         "Silver Pearl", "Grand Barn",  "Little Spoon", "Black Kettle"};
        for (std::size_t i = 0; i < std::size(names); ++i) {
            records.push_back(R"({"store_id":"00000000-0000-4000-8000-0000000000)" + std::to_string(10 + i) +
                              R"(","business_name":")" + names[i] + R"(","website_url":"https://www.guide.example/r/)" +
                              std::to_string(i) + R"(","country":"US"})");
        }
        return records;
    }());
    ASSERT_TRUE(directory.generation());
    const auto rows = [&](const SearchQuery& query) {
        Search search;
        SearchResult result;
        search.run(*directory.generation(), query, result);
        return result.rows.size();
    };
    SearchQuery query;
    query.by_included_domains = true;
    query.included_domains = {root_domain("guide.example", "/r/3")};
    EXPECT_EQ(rows(query), 1U);
    query.included_domains.push_back(root_domain("guide.example", "/r/4"));
    EXPECT_EQ(rows(query), 2U);
    query.excluded_domains = {root_domain("guide.example", "/r/4")};
    EXPECT_EQ(rows(query), 1U);
    query.included_domains = {root_domain("guide.example")};
    EXPECT_EQ(rows(query), 0U) << "the directory itself has no record";
    query.by_included_domains = false;
    query.excluded_domains = {root_domain("guide.example"), root_domain("guide.example", "/r/4")};
    EXPECT_EQ(rows(query), 11U);
}

}  // namespace
}  // namespace bizrec::search::testing
