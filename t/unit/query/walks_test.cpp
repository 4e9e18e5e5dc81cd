#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>

#include "t/unit/enrich/enrich_queries.hpp"
#include "t/unit/lookup/root_domains.hpp"
#include "t/unit/query/searched_reading.hpp"
#include "t/unit/support/asked_search.hpp"

/// Which reading answers depends only on words and conditions, not on the cost of the search. Pages of any size
/// together give one list: no row twice, none skipped, and no mixed scores of two readings.
namespace bizrec::search::testing {
namespace {

constexpr std::uint32_t page_sizes[] = {1, 2, 7, 50, 1000};
constexpr std::uint32_t all_rows = 1U << 20;

/// Budgets, from one that allows no decoding to the server's own.
std::vector<ReadingLimits> budgets() {
    return {{0}, {150}, {1000}, {2500}, {6000}, {15000}, {40000}, {}};
}

SearchWorld& walked_world() {
    static SearchWorld made(23, 3000);
    return made;
}

struct NamedFilter {
    const char* name;
    std::function<void(SearchQuery&)> add;
};

/// A circle around the position of a document.
LocationFilter circle(std::uint32_t docid, double kilometres) {
    return in_circle(walked_world().generation().position[docid], kilometres * 1000);
}

std::vector<NamedFilter> filters() {
    return {
        {"nothing else", [](SearchQuery&) {}},
        {"a city", [](SearchQuery& query) { query.locations = {in_city("Oakland")}; }},
        {"cities",
         [](SearchQuery& query) {
             query.locations = {in_city("Oakland"), in_city("Paris"), in_city("Austin")};
         }},
        {"a circle", [](SearchQuery& query) { query.locations = {circle(700, 900)}; }},
        {"circles and a city",
         [](SearchQuery& query) {
             query.locations = {circle(100, 500), in_city("Paris"), circle(2000, 800)};
         }},
        {"tags",
         [](SearchQuery& query) {
             query.tags = {"coffee", "bar", "the", "restaurant", "golden"};
         }},
        {"bounds",
         [](SearchQuery& query) {
             query.bounds.price_tier.given = true;
             query.bounds.price_tier.min = 2;
         }},
        {"excluded keys",
         [](SearchQuery& query) {
             query.excluded_domains = root_domains({"chain1.com", "strangerhub.com"});
         }},
        {"included keys",
         [](SearchQuery& query) {
             query.by_included_domains = true;
             query.included_domains = root_domains({"chain1.com", "strangerhub.com", "nobody.example"});
         }},
        {"excluded keywords",
         [](SearchQuery& query) {
             query.exclude_keywords = {"coffee garden", "market"};
         }},
        {"keywords",
         [](SearchQuery& query) {
             query.include_keywords = {"bar", "coffee house"};
         }},
        {"all of them",
         [](SearchQuery& query) {
             query.locations = {circle(700, 3000), in_city("Oakland")};
             query.tags = {"coffee", "bar", "the", "golden"};
             query.bounds.price_tier.given = true;
             query.excluded_domains = root_domains({"chain1.com"});
             query.exclude_keywords = {"coffee garden"};
             query.include_keywords = {"house"};
         }},
    };
}

/// Common words misspelt, joined and split. Some have a second word, so that readings in which a record may lack words
/// have rows of their own.
std::vector<SearchQuery> requests() {
    std::vector<SearchQuery> out;
    for (const char* text : {"cofffee",
                             "cofffee bar",
                             "goldn restaurnat",
                             "resturant haus",
                             "garden hosue",
                             "star bucks",
                             "goldenanchor",
                             "coffeebar",
                             "golden anchor marker wal",
                             "an chor grill",
                             "cofffe the bar",
                             "coffee zzyzxq",
                             "restaurant goldn",
                             "xoffee bar",
                             "markeq house",
                             "coffee in oakland",
                             "cofffee in oakland",
                             "best goldn bar paris",
                             "coffee near oakland",
                             "golden coffee bar zzyzxq market qqqxx"}) {
        out.emplace_back().query = text;
    }
    for (const char* name : {"cofffee bar", "goldenhouse", "golden anch or"}) {
        out.emplace_back().store_name = name;
    }
    out.emplace_back().query = "goldn";
    out.back().store_name = "bar cofffee";
    return out;
}

SearchedReading answer(SearchTask& task, const SearchQuery& query) {
    SearchedReading found = search_and_tell(task, walked_world().generation(), query);
    EXPECT_LE(found.result.visited, found.work) << describe(query);
    return found;
}

/// Reads pages from the first to the one after the last row.
void expect_walk(SearchTask& task, SearchQuery query, const SearchResult& whole, const std::string& what) {
    std::size_t seen = 0;
    for (bool more = true; more;) {
        const SearchResult page = answer(task, query).result;
        const std::size_t count = std::min<std::size_t>(query.limit, whole.rows.size() - seen);
        ASSERT_EQ(page.reading, whole.reading) << what << " after row " << seen;
        ASSERT_EQ(page.in_place, whole.in_place) << what << " after row " << seen;
        ASSERT_EQ(page.is_spent, whole.is_spent) << what << " after row " << seen;
        ASSERT_NO_FATAL_FAILURE(expect_rows(page.rows, whole.rows.data() + seen, count, what));
        ASSERT_EQ(page.total, query.estimate_total ? whole.rows.size() : count) << what;
        seen += count;
        more = count != 0;
        if (more) {
            query.has_cursor = true;
            query.cursor_score = page.rows.back().score;
            query.cursor_id = walked_world().generation().uuid[page.rows.back().docid];
        }
    }
    ASSERT_EQ(seen, whole.rows.size()) << what;
}

struct MetByWalks {
    std::uint64_t answers = 0, spent = 0, in_place = 0, reading[readings.size()] = {};

    void add(const SearchResult& whole) {
        ++answers;
        spent += whole.is_spent ? 1 : 0;
        in_place += whole.in_place && !whole.rows.empty() ? 1 : 0;
        reading[static_cast<std::size_t>(whole.reading)] += whole.rows.empty() ? 0 : 1;
    }
};

void walk_all(const SearchQuery& query, const ReadingLimits& limits, const std::string& what, MetByWalks& met) {
    SearchTask task(limits);
    SearchQuery one = query;
    one.limit = all_rows;
    const SearchedReading found = answer(task, one);
    const SearchResult& whole = found.result;
    met.add(whole);
    ASSERT_NO_FATAL_FAILURE(expect_rows_of_scan(walked_world(), one, found, what));
    for (const bool counted : {false, true}) {
        for (const std::uint32_t size : page_sizes) {
            if (size < 50 && whole.rows.size() / size > 60) {
                continue;
            }
            SearchQuery page = query;
            page.limit = size;
            page.estimate_total = counted;
            ASSERT_NO_FATAL_FAILURE(
                expect_walk(task, page, whole, what + " by " + std::to_string(size) + (counted ? " counted" : "")));
        }
    }
}

TEST(SearchWalks, EveryPageOfAWalkHasOneReadingWhateverTheBudget) {
    ASSERT_TRUE(walked_world().is_good());
    MetByWalks met;
    std::ptrdiff_t turn = 0;
    for (const NamedFilter& filter : filters()) {
        std::vector<SearchQuery> asked = requests();
        // Rotates the requests, so that each turn takes different ones if only some are affordable.
        std::rotate(asked.begin(), asked.begin() + turn++ % static_cast<std::ptrdiff_t>(asked.size()), asked.end());
        asked.resize(static_cast<std::size_t>(affordable(static_cast<int>(asked.size()))));
        for (SearchQuery& query : asked) {
            filter.add(query);
            for (const ReadingLimits& limits : budgets()) {
                const std::string what =
                    std::string(filter.name) + ", budget " + std::to_string(limits.steps) + ": " + describe(query);
                ASSERT_NO_FATAL_FAILURE(walk_all(query, limits, what, met));
            }
        }
    }
    std::printf("answers %lu, given up %lu, in place %lu; readings %lu %lu %lu %lu %lu\n", met.answers, met.spent,
                met.in_place, met.reading[0], met.reading[1], met.reading[2], met.reading[3], met.reading[4]);
    EXPECT_GT(met.spent, met.answers / 20);
    EXPECT_GT(static_cast<int>(met.in_place), expected_if_rare(10));
    for (const Reading reading : {Reading::decoded, Reading::most_words, Reading::any_word}) {
        EXPECT_GT(static_cast<int>(met.reading[static_cast<std::size_t>(reading)]), expected_if_rare(10))
            << names_of(reading).name;
    }
}

TEST(SearchWalks, ThePageHasNoSayInTheReadingOfARandomRequest) {
    Random random(5);
    SearchTask task(ReadingLimits{8000});
    ASSERT_TRUE(walked_world().is_good());
    std::uint64_t decoded = 0;
    for (int round = 0; round < affordable(1500); ++round) {
        SearchQuery query = walked_world().requests().next();
        query.has_cursor = false;
        SearchQuery one = query;
        one.limit = all_rows;
        const SearchedReading found = answer(task, one);
        const SearchResult& whole = found.result;
        decoded += whole.reading >= Reading::decoded ? 1 : 0;
        ASSERT_NO_FATAL_FAILURE(expect_rows_of_scan(walked_world(), one, found, describe(query)));
        if (whole.rows.empty()) {
            continue;
        }
        query.limit = page_sizes[random() % std::size(page_sizes)];
        query.estimate_total = random() % 2 == 0;
        query.has_cursor = true;
        const std::size_t at = random() % whole.rows.size();
        query.cursor_score = whole.rows[at].score;
        query.cursor_id = walked_world().generation().uuid[whole.rows[at].docid];
        const SearchResult page = answer(task, query).result;
        const std::size_t count = std::min<std::size_t>(query.limit, whole.rows.size() - at - 1);
        ASSERT_EQ(page.reading, whole.reading) << describe(query);
        ASSERT_NO_FATAL_FAILURE(expect_rows(page.rows, whole.rows.data() + at + 1, count, describe(query)));
    }
    EXPECT_GT(decoded, 10U);
}

TEST(SearchWalks, ExplainNamesTheReadingOfTheServer) {
    ASSERT_TRUE(walked_world().is_good());
    SearchQuery query;
    query.query = "cofffee bar";
    const auto reading = [&](const ReadingLimits& limits) {
        const std::string text = explained(walked_world().generation(), query, 0, limits);
        const std::size_t at = text.find("reading: ");
        return at == std::string::npos ? text : text.substr(at, text.find('\n', at) - at);
    };
    EXPECT_EQ(reading({}), "reading: all words, some of them taken for others");
}

}  // namespace
}  // namespace bizrec::search::testing
