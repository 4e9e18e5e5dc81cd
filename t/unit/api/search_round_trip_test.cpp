// Requests against an index of known records: each field filters as documented, and all pages together give all rows.
#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include "t/unit/api/search_rows.hpp"
#include "t/unit/api/search_sample.hpp"
#include "t/unit/api/search_table.hpp"

namespace bizrec::api {
namespace {

using Holds = std::function<bool(const SampleStore&)>;
constexpr std::int64_t year_2020 = 1577836800;

ReadAnswer search_for(const std::string& fields) {
    static SearchEndpoint endpoint;
    return read_answer(answer_of(endpoint, search_sample(), "{" + fields + R"(,"limit":1000,"estimate_total":true})"));
}

void expect_filter(const std::string& fields, const Holds& holds) {
    SCOPED_TRACE(fields);
    std::set<std::string> expected;
    for (const SampleStore& store : search_stores()) {
        if (holds(store)) {
            expected.insert(store.id);
        }
    }
    const ReadAnswer answer = search_for(fields);
    EXPECT_EQ(answer.ids(), expected);
    EXPECT_EQ(answer.total, static_cast<std::int64_t>(expected.size()));
    EXPECT_GT(expected.size(), 0U);
    EXPECT_LT(expected.size(), search_stores().size());
}

TEST(SearchRoundTrip, ColumnFilters) {
    expect_filter(R"("min_locations":3)", [](const SampleStore& s) { return s.stores && *s.stores >= 3; });
    expect_filter(R"("max_locations":0)", [](const SampleStore& s) { return s.stores && *s.stores == 0; });
    expect_filter(R"("min_locations":0)", [](const SampleStore& s) { return s.stores.has_value(); });
    expect_filter(R"("max_locations":1e18)", [](const SampleStore& s) { return s.stores.has_value(); });
    expect_filter(R"("min_price_tier":2,"max_price_tier":3)",
                  [](const SampleStore& s) { return s.tier && (*s.tier == 2 || *s.tier == 3); });
    expect_filter(R"("max_price_tier":4)", [](const SampleStore& s) { return s.tier.has_value(); });
    expect_filter(R"("min_total_reviews":10,"max_total_reviews":30)",
                  [](const SampleStore& s) { return s.reviews && *s.reviews >= 10 && *s.reviews <= 30; });
    expect_filter(R"("min_overall_rating":4.3)", [](const SampleStore& s) { return s.rating && *s.rating >= 4.3; });
    expect_filter(R"("max_overall_rating":0.7)", [](const SampleStore& s) { return s.rating && *s.rating <= 0.7; });
    expect_filter(R"("min_founded_year":1950)", [](const SampleStore& s) { return s.founded && *s.founded >= 1950; });
    expect_filter(R"("max_founded_year":2100)", [](const SampleStore& s) { return s.founded.has_value(); });
    expect_filter(R"("ownership_type":"chain")", [](const SampleStore& s) { return s.ownership == "CHAIN"; });
    expect_filter(R"("ownership_type":["Family","INDEPENDENT"])",
                  [](const SampleStore& s) { return s.ownership == "FAMILY" || s.ownership == "INDEPENDENT"; });
}

TEST(SearchRoundTrip, NothingIsAboveEverything) {
    EXPECT_EQ(search_for(R"("min_locations":1e18)").total, 0);
    EXPECT_EQ(search_for(R"("min_total_reviews":4294967295)").total, 0);
    EXPECT_EQ(search_for(R"("open_date_after":253402300799)").total, 0);
    EXPECT_EQ(search_for(R"("info_updated_before":-62135596800)").total, 0);
}

TEST(SearchRoundTrip, Flags) {
    expect_filter(R"("has_website":true)", [](const SampleStore& s) { return !s.domain.empty(); });
    expect_filter(R"("has_website":false)", [](const SampleStore& s) { return s.domain.empty(); });
    expect_filter(R"("has_valid_website":true)", [](const SampleStore& s) { return s.has_valid_website; });
    expect_filter(R"("has_valid_website":false)", [](const SampleStore& s) { return !s.has_valid_website; });
    expect_filter(R"("has_contact_info":true,"has_website":false)",
                  [](const SampleStore& s) { return s.has_phone && s.domain.empty(); });
    expect_filter(R"("has_contact_info":false)", [](const SampleStore& s) { return !s.has_phone; });
}

TEST(SearchRoundTrip, Times) {
    const std::int64_t day_500 = year_2020 + 500 * 86400;  // 2021-05-15
    expect_filter(R"("open_date_after":"2021-05-15")",
                  [](const SampleStore& s) { return s.opened && *s.opened >= 500; });
    expect_filter(R"("open_date_after":"2021-05-15T00:00:01Z")",
                  [](const SampleStore& s) { return s.opened && *s.opened > 500; });
    expect_filter(R"("open_date_before":"2021-05-15")",
                  [](const SampleStore& s) { return s.opened && *s.opened <= 500; });
    expect_filter("\"open_date_before\":" + std::to_string(day_500 - 1),
                  [](const SampleStore& s) { return s.opened && *s.opened < 500; });
    expect_filter(R"("info_updated_after":"2021-05-15","info_updated_before":"2023-01-01")",
                  [](const SampleStore& s) { return s.refreshed && *s.refreshed >= 500 && *s.refreshed <= 1096; });
    expect_filter(R"("info_updated_before":253402300799)",
                  [](const SampleStore& s) { return s.refreshed.has_value(); });
    expect_filter(R"("open_date_after":-62135596800)", [](const SampleStore& s) { return s.opened.has_value(); });
}

TEST(SearchRoundTrip, WordsAndDomains) {
    const auto name_holds = [](const std::string& word) {
        return [word](const SampleStore& s) { return s.name.find(word) != std::string::npos; };
    };
    expect_filter(R"("store_name":"ALPHA")", name_holds("Alpha"));
    expect_filter(R"("store_name":"gamma books")", [](const SampleStore& s) { return s.name == "Gamma Books"; });
    expect_filter(R"("tags":["cafe"])", [](const SampleStore& s) { return s.categories[0] == "Cafe"; });
    expect_filter(R"("tags":["Book Store","Cafe"])", [](const SampleStore& s) { return s.categories[0] != "Bakery"; });
    expect_filter(R"("query":"coffee in Austin")", [](const SampleStore& s) {
        return s.city == "Austin" && s.name.find("Coffee") != std::string::npos;
    });
    expect_filter(R"("query":"delta","location":{"city":"Portland"})", [](const SampleStore& s) {
        return s.city == "Portland" && s.name.find("Delta") != std::string::npos;
    });
    expect_filter(R"("exclude_keywords":["beta","gamma books"])", [](const SampleStore& s) {
        const auto holds = [&](const char* name, const char* domain) {
            return s.name.find(name) != std::string::npos || s.domain.find(domain) == 0;
        };
        const bool of_books = s.name.find("Books") != std::string::npos || s.categories[0] == "Book Store";
        return !holds("Beta", "beta") && !(holds("Gamma", "gamma") && of_books);
    });
    expect_filter(R"("exclude_root_domains":["https://www.alpha-shop.com/x","gamma-shop.co.uk"])",
                  [](const SampleStore& s) { return s.domain != "alpha-shop.com" && s.domain != "gamma-shop.co.uk"; });
}

TEST(SearchRoundTrip, KeywordsOnlyReorder) {
    const ReadAnswer plain = search_for(R"("query":"coffee")");
    const ReadAnswer boosted = search_for(R"("query":"coffee","include_keywords":["gamma"])");
    EXPECT_EQ(plain.ids(), boosted.ids());
    std::map<std::string, std::string> names;
    for (const SampleStore& store : search_stores()) {
        names[store.id] = store.name;
    }
    EXPECT_EQ(names.at(boosted.rows[0].id), "Gamma Coffee");
}

/// Reads all rows in pages of `limit` rows. Each page begins after the cursor of the last row so far. Stops after more
/// than `most` rows.
std::vector<ReadRow> walk(SearchEndpoint& endpoint, const std::string& fields, std::size_t limit, std::size_t most) {
    std::vector<ReadRow> walked;
    std::string cursor = "null";
    for (bool more = true; more && walked.size() <= most;) {
        const ReadAnswer page = read_answer(
            answer_of(endpoint, search_sample(),
                      "{" + fields + ",\"limit\":" + std::to_string(limit) + ",\"cursor\":" + cursor + "}"));
        more = page.rows.size() == limit;
        walked.insert(walked.end(), page.rows.begin(), page.rows.end());
        cursor = page.rows.empty() ? cursor : page.rows.back().cursor;
    }
    return walked;
}

TEST(SearchRoundTrip, PagesGiveTheWhole) {
    SearchEndpoint endpoint;
    for (const std::string fields : {R"("query":"coffee")", R"("has_website":true)", R"("tags":["cafe"])",
                                     R"("query":"alpha austin coffee oakland")", R"("location":{"city":"Oakland"})"}) {
        const std::vector<ReadRow> whole = search_for(fields).rows;
        ASSERT_GT(whole.size(), 20U) << fields;
        for (const std::size_t limit : {1U, 7U, 50U, 1000U}) {
            const std::vector<ReadRow> walked = walk(endpoint, fields, limit, whole.size());
            EXPECT_TRUE(walked == whole) << fields << " limit " << limit << ": " << walked.size() << " of "
                                         << whole.size() << " rows";
        }
    }
}

TEST(SearchRoundTrip, PagesGiveTheWholeWhereReadingsCostTooMuch) {
    for (std::uint64_t steps = 0; steps < 100000; steps += 1 + steps / 3) {
        SearchEndpoint endpoint(std::make_shared<SearchParsers>(), search::ReadingLimits{steps});
        for (const std::string fields :
             {R"("query":"cofee alfa")", R"("query":"cofee ostin","min_price_tier":2)",
              R"("query":"alpha cofee","tags":["cafe","bakery"])", R"("store_name":"alfa bokery","has_website":true)",
              R"("query":"gama bakrey","location":{"city":"Oakland"})",
              R"("query":"betacoffee austin","exclude_keywords":["book store"])",
              R"("query":"alpha cofee","exclude_root_domains":["alpha-shop.com"],"include_keywords":["austin"])"}) {
            const std::vector<ReadRow> whole = walk(endpoint, fields + R"(,"estimate_total":true)", 1000, 1000);
            for (const std::size_t limit : {1U, 2U, 7U, 50U, 1000U}) {
                const std::vector<ReadRow> walked = walk(endpoint, fields, limit, whole.size());
                ASSERT_TRUE(walked == whole) << steps << " steps, " << fields << " limit " << limit << ": "
                                             << walked.size() << " of " << whole.size() << " rows";
            }
        }
    }
}

TEST(SearchRoundTrip, HostileTexts) {
    const std::string many_words = repeat("a b c d e f g h i j ", 25);
    for (const std::string& text :
         {repeat("a", 500), repeat("é", 500), repeat("日", 500), repeat("日本", 250), repeat("😀", 500), many_words,
          std::string("the of and"), std::string("!?#%&*()"), std::string("\\\"\\\\"), std::string("😀"),
          std::string("коффи 横浜 coffee กาแฟ قهوة"), repeat("\\u0301", 500), repeat("\\u200d", 500),
          repeat("the ", 125), repeat("coffee ", 71), std::string("' OR 1=1 --"), std::string("a\\u0008\\u001fb")}) {
        for (const std::string field : {"query", "store_name"}) {
            SCOPED_TRACE(text.substr(0, 60));
            const ReadAnswer answer = search_for("\"" + field + "\":\"" + text + "\"");
            EXPECT_EQ(answer.total, static_cast<std::int64_t>(answer.rows.size()));
        }
        for (const std::string field : {"tags", "include_keywords", "exclude_keywords"}) {
            const std::string start = text.substr(0, text.find(' '));
            const std::string value = start.size() > 200 ? "x" : start;
            EXPECT_LE(search_for("\"" + field + "\":[\"" + value + "\"]").rows.size(), search_stores().size());
        }
    }
    EXPECT_EQ(search_for("\"query\":\"" + repeat("coffee ", 71) + "\"").ids(), search_for(R"("query":"coffee")").ids());
    EXPECT_EQ(search_for(R"("query":"!?#")").total, 0);
    std::string domains = R"("exclude_root_domains":["alpha-shop.com")";
    for (int i = 1; i < 10000; ++i) {
        domains += ",\"shop-" + std::to_string(i) + ".com\"";
    }
    EXPECT_EQ(search_for(domains + "]").ids(), search_for(R"("exclude_root_domains":["alpha-shop.com"])").ids());
}

TEST(SearchRoundTrip, TheSecondStepMayBeAnotherThreads) {
    SearchEndpoint endpoint;
    const std::string body = R"({"query":"alfa cofee","estimate_total":true})";
    const std::string expected = answer_of(endpoint, search_sample(), body).body;
    for (const std::string& sent : {body, body + std::string(20000, ' ')}) {
        ASSERT_TRUE(endpoint.start({&search_sample(), sent}));
        std::thread([&] { endpoint.run(); }).join();
        EXPECT_EQ(endpoint.answer().body, expected);
    }
}

TEST(SearchRoundTrip, CursorsBetweenRows) {
    const std::vector<ReadRow> whole = search_for(R"("query":"coffee")").rows;
    const auto rest_behind = [&](double score) {
        std::vector<ReadRow> rest;
        for (const ReadRow& row : whole) {
            if (row.score < score) {
                rest.push_back(row);
            }
        }
        return rest;
    };
    const std::string unknown = ",\"00000000-0000-4000-8000-000000000000\"]";
    for (const double score :
         {0.0, 0.5, whole.back().score - 0.5, whole[9].score, whole[9].score + 0.25, 16777215.0, 1e30}) {
        std::ostringstream text;
        text.precision(17);
        text << score;
        const std::vector<ReadRow> got = search_for(R"("query":"coffee","cursor":[)" + text.str() + unknown).rows;
        EXPECT_TRUE(got == rest_behind(score)) << text.str() << ": " << got.size() << " rows";
    }
    // A known id with a score between two rows.
    const std::string between = std::to_string(static_cast<long>(whole[9].score) - 1) + ".5,\"" + whole[9].id + "\"]";
    EXPECT_TRUE(search_for(R"("query":"coffee","cursor":[)" + between).rows == rest_behind(whole[9].score));
}

}  // namespace
}  // namespace bizrec::api
