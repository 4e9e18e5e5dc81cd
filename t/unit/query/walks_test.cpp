#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>

#include "bizrec/query/explain.hpp"
#include "t/unit/enrich/enrich_queries.hpp"
#include "t/unit/query/root_domains.hpp"
#include "t/unit/query/search_world.hpp"

/// Which reading answers depends on words and conditions alone. Where the budget makes it pass readings over, walks by
/// pages of any size are still one list: no row twice, none skipped, no scores of two readings mixed.
namespace bizrec::search::testing {
namespace {

constexpr std::uint32_t page_sizes[] = {1, 2, 7, 50, 1000};
constexpr std::uint32_t all_rows = 1U << 20;

/// Budgets from one that no reading fits in to the server's.
std::vector<ReadingLimits> budgets() {
    return {{0, 0}, {60, 0}, {150, 0}, {400, 0}, {1000, 0}, {1600, 0}, {2500, 0}, {6000, 0}, {}};
}

SearchWorld& walked_world() {
    static SearchWorld made(23, 3000);
    return made;
}

struct NamedFilter {
    const char* name;
    std::function<void(SearchQuery&)> add;
};

/// Around the place of a document.
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
             query.bounds.by_tier = true;
             query.bounds.min_tier = 2;
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
             query.bounds.by_tier = true;
             query.excluded_domains = root_domains({"chain1.com"});
             query.exclude_keywords = {"coffee garden"};
             query.include_keywords = {"house"};
         }},
    };
}

/// Common words misspelt, joined and apart; with a second word, so that the last reading has rows of its own.
std::vector<SearchQuery> requests() {
    std::vector<SearchQuery> out;
    for (const char* text : {"cofffee", "cofffee bar", "goldn restaurnat", "resturant haus", "garden hosue",
                             "star bucks", "goldenanchor", "coffeebar", "golden anchor marker wal", "an chor grill",
                             "cofffe the bar", "coffee zzyzxq", "restaurant goldn", "xoffee bar", "markeq house"}) {
        out.emplace_back().query = text;
    }
    for (const char* name : {"cofffee bar", "goldenhouse", "golden anch or"}) {
        out.emplace_back().store_name = name;
    }
    out.emplace_back().query = "goldn";
    out.back().store_name = "bar cofffee";
    return out;
}

SearchResult answer(Search& search, const SearchQuery& query) {
    SearchResult result;
    const std::uint64_t work = search.prepare(walked_world().generation(), query);
    search.run(result);
    EXPECT_LE(result.visited, std::max(work, work + 8192)) << describe(query);
    return result;
}

/// Pages from the first to the one after the last row.
void expect_walk(Search& search, SearchQuery query, const SearchResult& whole, const std::string& what) {
    std::size_t seen = 0;
    for (bool more = true; more;) {
        const SearchResult page = answer(search, query);
        const std::size_t count = std::min<std::size_t>(query.limit, whole.rows.size() - seen);
        ASSERT_EQ(page.reading, whole.reading) << what << " after row " << seen;
        ASSERT_EQ(page.skipped_readings, whole.skipped_readings) << what << " after row " << seen;
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

/// `all`: the oracle's answers. The rows are those of one reading, and no reading before it was passed over for
/// nothing.
void expect_a_reading(const std::vector<SearchAnswer>& all, const SearchResult& whole, const std::string& what) {
    if (whole.in_place) {
        return;  // the oracle knows no names of places
    }
    if (whole.rows.empty()) {
        ASSERT_TRUE(all.empty() || whole.skipped_readings != 0) << what;
        return;
    }
    const auto found = std::find_if(all.begin(), all.end(), [&](const SearchAnswer& each) {
        return each.reading == whole.reading && each.rows.size() == whole.rows.size() &&
               std::equal(
                   each.rows.begin(), each.rows.end(), whole.rows.begin(),
                   [](const SearchRow& a, const SearchRow& b) { return a.docid == b.docid && a.score == b.score; });
    });
    ASSERT_NE(found, all.end()) << what << ": " << whole.rows.size() << " rows of no reading";
    ASSERT_LE(static_cast<std::size_t>(found - all.begin()), whole.skipped_readings) << what;
}

struct MetByWalks {
    std::uint64_t answers = 0, skipped = 0, reading[8] = {}, skipped_with_rows[8] = {};

    void add(const SearchResult& whole) {
        ++answers;
        skipped += whole.skipped_readings != 0 ? 1 : 0;
        if (!whole.rows.empty()) {
            ++(whole.skipped_readings != 0 ? skipped_with_rows : reading)[static_cast<std::size_t>(whole.reading)];
        }
    }
};

void walk_all(const SearchQuery& query, const std::vector<SearchAnswer>& all, const ReadingLimits& limits,
              const std::string& what, MetByWalks& met) {
    Search search(limits);
    SearchQuery one = query;
    one.limit = all_rows;
    const SearchResult whole = answer(search, one);
    met.add(whole);
    ASSERT_NO_FATAL_FAILURE(expect_a_reading(all, whole, what));
    for (const bool counted : {false, true}) {
        for (const std::uint32_t size : page_sizes) {
            // Walks of many pages only where the budget binds.
            if (size < 50 && (whole.skipped_readings == 0 || whole.rows.size() / size > 300)) {
                continue;
            }
            SearchQuery page = query;
            page.limit = size;
            page.estimate_total = counted;
            ASSERT_NO_FATAL_FAILURE(
                expect_walk(search, page, whole, what + " by " + std::to_string(size) + (counted ? " counted" : "")));
        }
    }
}

TEST(SearchWalks, EveryPageOfAWalkHasOneReadingWhereTheBudgetBinds) {
    ASSERT_TRUE(walked_world().is_good());
    MetByWalks met;
    std::ptrdiff_t turn = 0;
    for (const NamedFilter& filter : filters()) {
        std::vector<SearchQuery> asked = requests();
        std::rotate(asked.begin(), asked.begin() + turn++ % 19, asked.end());  // others where only some are affordable
        asked.resize(static_cast<std::size_t>(affordable(static_cast<int>(asked.size()))));
        for (SearchQuery& query : asked) {
            filter.add(query);
            const std::vector<SearchAnswer> all = walked_world().oracle().answers(query);
            for (const ReadingLimits& limits : budgets()) {
                const std::string what =
                    std::string(filter.name) + ", budget " + std::to_string(limits.steps) + ": " + describe(query);
                ASSERT_NO_FATAL_FAILURE(walk_all(query, all, limits, what, met));
            }
        }
    }
    std::printf("answers %lu, of which %lu passed a reading over; readings then %lu %lu %lu %lu %lu %lu\n", met.answers,
                met.skipped, met.skipped_with_rows[1], met.skipped_with_rows[2], met.skipped_with_rows[3],
                met.skipped_with_rows[4], met.skipped_with_rows[5], met.skipped_with_rows[6]);
    EXPECT_GT(met.skipped, met.answers / 10);
    for (const Reading reading : {Reading::joined, Reading::corrected, Reading::split}) {
        EXPECT_GT(met.reading[static_cast<std::size_t>(reading)], 10U);
    }
    EXPECT_GT(met.skipped_with_rows[static_cast<std::size_t>(Reading::any_word)], 100U);
    EXPECT_GT(met.reading[static_cast<std::size_t>(Reading::neighbours)], 0U);
}

TEST(SearchWalks, ThePageHasNoSayInTheReadingOfARandomRequest) {
    Random random(5);
    Search search(ReadingLimits{400, 0});
    ASSERT_TRUE(walked_world().is_good());
    std::uint64_t skipped = 0;
    for (int round = 0; round < affordable(1500); ++round) {
        SearchQuery query = walked_world().requests().next();
        query.has_cursor = false;
        SearchQuery one = query;
        one.limit = all_rows;
        const SearchResult whole = answer(search, one);
        skipped += whole.skipped_readings != 0 ? 1 : 0;
        ASSERT_NO_FATAL_FAILURE(expect_a_reading(walked_world().oracle().answers(query), whole, describe(query)));
        if (whole.rows.empty()) {
            continue;
        }
        query.limit = page_sizes[random() % std::size(page_sizes)];
        query.estimate_total = random() % 2 == 0;
        query.has_cursor = true;
        const std::size_t at = random() % whole.rows.size();
        query.cursor_score = whole.rows[at].score;
        query.cursor_id = walked_world().generation().uuid[whole.rows[at].docid];
        const SearchResult page = answer(search, query);
        const std::size_t count = std::min<std::size_t>(query.limit, whole.rows.size() - at - 1);
        ASSERT_EQ(page.reading, whole.reading) << describe(query);
        ASSERT_NO_FATAL_FAILURE(expect_rows(page.rows, whole.rows.data() + at + 1, count, describe(query)));
    }
    EXPECT_GT(skipped, 10U);
}

TEST(SearchWalks, ExplainNamesTheReadingOfTheServerAndThatSomeWereSkipped) {
    ASSERT_TRUE(walked_world().is_good());
    SearchQuery query;
    query.query = "cofffee bar";
    const auto reading = [&](const ReadingLimits& limits) {
        const std::string text = Explanation(walked_world().generation(), query, limits).text(0);
        const std::size_t at = text.find("reading: ");
        return at == std::string::npos ? text : text.substr(at, text.find('\n', at) - at);
    };
    EXPECT_EQ(reading({}), "reading: all words, some of them corrected");
    EXPECT_EQ(reading({0, 0}), "reading: any word; skipped for their cost: 1 of the readings before it");
}

}  // namespace
}  // namespace bizrec::search::testing
