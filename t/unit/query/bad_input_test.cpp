#include <gtest/gtest.h>

#include <algorithm>

#include "t/unit/lookup/root_domains.hpp"
#include "t/unit/query/searched_reading.hpp"

/// Hostile and odd requests get the rows that a scan finds, within few steps.
namespace bizrec::search::testing {
namespace {

/// Maximum steps for any request to the index below.
constexpr std::uint64_t max_work = 1U << 20;

SearchWorld& world() {
    static SearchWorld made(17, 2500);
    return made;
}

std::string repeated(const std::string& text, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) {
        out += text;
    }
    return out;
}

struct MetByScan {
    std::uint64_t rows = 0, visited = 0, steps = 0;
};

MetByScan expect_as_scan(const SearchQuery& query, const std::string& what) {
    MetByScan met;
    if (!world().is_good()) {
        return met;
    }
    SearchTask task;
    const SearchedReading found = search_and_tell(task, world().generation(), query);
    const SearchResult& result = found.result;
    expect_rows_of_scan(world(), query, found, what);
    EXPECT_LE(result.visited, max_work) << what;
    met.rows = result.rows.size();
    met.visited = result.visited;
    met.steps = found.work;
    return met;
}

MetByScan ask(const std::string& text, bool is_name = false) {
    SearchQuery query;
    (is_name ? query.store_name : query.query) = text;
    query.estimate_total = true;
    return expect_as_scan(query, text.substr(0, 60) + (is_name ? " as a name" : ""));
}

TEST(SearchBadInput, FiveHundredOfOneLetter) {
    for (const bool is_name : {false, true}) {
        EXPECT_LT(ask(repeated("a", 500), is_name).visited, 1024U);
        EXPECT_LT(ask(repeated("é", 500), is_name).visited, 1024U);
        ask(repeated("花", 500), is_name);
        ask(repeated("a ", 250), is_name);
        ask(repeated("ﷺ", 500), is_name);  // 18 letters each by NFKC
        ask(repeated("e\u0301", 250), is_name);
    }
}

TEST(SearchBadInput, NothingButStopWords) {
    EXPECT_GT(ask("the of and").rows, 0U);
    EXPECT_GT(ask("the").rows, 0U);
    ask(repeated("the of and to in ", 29));
    ask("the of and", true);
}

TEST(SearchBadInput, NothingButWhatIsNoWord) {
    for (const char* text :
         {"☕", "☕☕ 🎉", "!?…—", "'", "&", "+", "\xEF\xBF\xBD", "\u200B", "-- ;; drop table", "\"\\\""}) {
        ask(text);
        ask(text, true);
    }
    EXPECT_EQ(ask("☕☕ 🎉").rows, 0U);
}

TEST(SearchBadInput, MixedScripts) {
    for (const char* text : {"Москва coffee 横浜", "кафе Café καφές", "ｃｏｆｆｅｅ", "coffee寿司bar", "寿司", "ﾗｰﾒﾝ",
                             "مقهى", "커피 bar", "กาแฟ", "𝔠𝔬𝔣𝔣𝔢𝔢 bar", "ＯＲ", "İstanbul", "straße"}) {
        ask(text);
        ask(text, true);
    }
    EXPECT_GT(ask("ｃｏｆｆｅｅ").rows, 0U);
}

TEST(SearchBadInput, ManyWords) {
    std::string different, misspelt, known;
    for (char a = 'a'; a <= 'z'; ++a) {
        for (char b = 'a'; b <= 'g'; ++b) {
            different += std::string(1, a) + b + ' ';
        }
        misspelt += std::string("coffeeq") + a + "x goldenx" + a + ' ';
    }
    for (const char* word : {"coffee", "bar", "golden", "house", "garden", "anchor", "grill", "bakery", "pizza",
                             "market", "dragon", "lantern", "museum", "tavern", "book", "silver"}) {
        known += std::string(word) + ' ';
    }
    ask(different);
    ask(different, true);
    ask(misspelt);
    EXPECT_GT(ask(known).rows, 0U);
    EXPECT_GT(ask(known + misspelt.substr(0, 300)).rows, 0U);
    ask(misspelt.substr(0, 300), true);
    SearchQuery both;
    both.query = known + different;
    both.store_name = known + misspelt.substr(0, 300);
    both.limit = 1000;
    expect_as_scan(both, "all of them");
}

TEST(SearchBadInput, TenThousandExcludedDomains) {
    SearchQuery query;
    query.query = "coffee";
    query.estimate_total = true;
    const std::uint64_t before = expect_as_scan(query, "no exclusion").rows;
    for (int i = 0; i < 10000; ++i) {
        query.excluded_domains.push_back(root_domain("loner" + std::to_string(i) + ".com"));
    }
    query.excluded_domains[5000] = root_domain("chain1.com");
    query.excluded_domains[9999] = root_domain("strangerhub.com");
    const MetByScan met = expect_as_scan(query, "excluded domains");
    EXPECT_GT(met.rows, 0U);
    EXPECT_LE(met.rows, before);
    EXPECT_GT(met.steps, 10000U) << "not to be done on the event loop";
}

TEST(SearchBadInput, ManyKeywordsAndTags) {
    SearchQuery query;
    query.query = "coffee bar";
    query.limit = 1000;
    SearchCorpus corpus(3);
    for (int i = 0; i < 64; ++i) {
        query.include_keywords.push_back(corpus.name());
        query.exclude_keywords.push_back(i % 2 == 0 ? corpus.name() + " coffee garden" : repeated("zz ", 166));
    }
    expect_as_scan(query, "64 keywords of each kind");
    for (int i = 0; i < 100; ++i) {
        query.tags.push_back(i % 10 == 0 ? repeated("tag ", 125) : corpus.label());
    }
    expect_as_scan(query, "and 100 tags");
    query.query.clear();
    EXPECT_GT(expect_as_scan(query, "without a query").rows, 0U);
}

TEST(SearchBadInput, ManyPlaces) {
    SearchQuery query;
    query.query = "coffee";
    query.estimate_total = true;
    for (int i = 0; i < 100; ++i) {
        LocationFilter filter;
        filter.city = i % 3 == 0 ? "Oakland" : "Nowhere " + std::to_string(i);
        for (int code = 0; code < 1000; ++code) {
            filter.postal_codes.push_back(std::to_string(94000 + (i * 1000 + code) % 5000));
        }
        query.locations.push_back(filter);
    }
    Search search;
    SearchResult result;
    ASSERT_TRUE(world().is_good());
    Budget small(100000), budget;
    EXPECT_FALSE(search.run(world().generation(), query, result, small));
    EXPECT_LT(small.used(), 110000U);
    EXPECT_TRUE(search.run(world().generation(), query, result, budget));
    query.locations.resize(1);
    MetByScan few = expect_as_scan(query, "one of the places");
    EXPECT_EQ(result.rows.size(), few.rows);
    EXPECT_GT(few.rows, 0U);
}

}  // namespace
}  // namespace bizrec::search::testing
