#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bizrec/query/explain.hpp"
#include "t/unit/query/search_world.hpp"

/// Search, from JSON lines through the builder to rows, against a scan over the records.
namespace bizrec::search::testing {
namespace {

std::uint32_t explained_score(const std::string& text) {
    const std::size_t at = text.find("\nscore ");
    return at == std::string::npos ? 0 : static_cast<std::uint32_t>(std::atol(text.c_str() + at + 7));
}

/// The scan reads whatever it costs. A server passes a reading over that costs too much to look for, which many places
/// reach in the smallest index (SearchWalks).
constexpr ReadingLimits whatever_it_costs{std::uint64_t{1} << 40, 0};

/// What the requests met with, so that the comparison cannot pass by finding nothing.
struct Met {
    std::uint64_t requests = 0, with_rows = 0, with_more_than_a_page = 0, reading[7] = {}, located = 0, bounded = 0,
                  tagged = 0, named = 0, boosted = 0, excluded = 0, included = 0, browsed = 0, explained = 0;

    void add(const SearchQuery& query, const SearchAnswer& answer) {
        ++requests;
        if (answer.rows.empty()) {
            return;
        }
        ++with_rows;
        with_more_than_a_page += answer.rows.size() > query.limit ? 1 : 0;
        ++reading[static_cast<std::size_t>(answer.reading)];
        located += query.locations.empty() ? 0 : 1;
        bounded += query.bounds.any() ? 1 : 0;
        tagged += query.tags.empty() ? 0 : 1;
        named += query.store_name.empty() ? 0 : 1;
        boosted += query.include_keywords.empty() ? 0 : 1;
        included += query.by_included_domains ? 1 : 0;
        excluded += query.excluded_domains.empty() && query.exclude_keywords.empty() ? 0 : 1;
        browsed += query.query.empty() && query.store_name.empty() ? 1 : 0;
    }
};

/// Pages of any size, walked to the end, are the whole list.
void walk(Search& search, const store::Generation& generation, SearchQuery query, const SearchAnswer& expected,
          const std::string& what) {
    SearchResult page;
    std::size_t seen = 0;
    for (std::size_t pages = 0; pages <= expected.rows.size() / query.limit + 1; ++pages) {
        search.prepare(generation, query);
        search.run(page);
        const std::size_t count = std::min<std::size_t>(query.limit, expected.rows.size() - seen);
        ASSERT_NO_FATAL_FAILURE(
            expect_rows(page.rows, expected.rows.data() + seen, count, what + ", page " + std::to_string(pages)));
        ASSERT_EQ(page.total, query.estimate_total ? expected.rows.size() : count) << what;
        if (!expected.rows.empty()) {
            ASSERT_EQ(page.reading, expected.reading) << what;
        }
        seen += count;
        if (count == 0) {
            break;
        }
        query.has_cursor = true;
        query.cursor_score = page.rows.back().score;
        query.cursor_id = generation.uuid[page.rows.back().docid];
    }
    ASSERT_EQ(seen, expected.rows.size()) << what;
}

void expect_explained(const store::Generation& generation, const SearchQuery& query, const SearchResult& result,
                      Random& random, Met& met) {
    if (result.rows.empty()) {
        const std::string text =
            Explanation(generation, query, whatever_it_costs).text(random() % generation.documents());
        EXPECT_EQ(explained_score(text), 0U) << text << describe(query);
        return;
    }
    const SearchRow& row = result.rows[random() % result.rows.size()];
    const std::string text = Explanation(generation, query, whatever_it_costs).text(row.docid);
    EXPECT_EQ(explained_score(text), row.score) << text << describe(query);
    ++met.explained;
}

void compare_searches(std::uint32_t seed, std::size_t records, int rounds, Met& met) {
    SearchWorld world(seed, records);
    ASSERT_TRUE(world.is_good());
    const store::Generation& generation = world.generation();
    Random random(seed);
    Search search(whatever_it_costs);
    SearchResult result;
    for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
        const SearchQuery query = world.requests().next();
        const std::string what =
            "seed " + std::to_string(seed) + " round " + std::to_string(round) + ": " + describe(query);
        const SearchAnswer expected = world.oracle().answer(query);
        const std::uint64_t work = search.prepare(generation, query);
        search.run(result);
        EXPECT_LE(result.visited, std::max(work, work + 8192)) << what << " plan " << result.plan;
        if (result.in_place) {
            expect_explained(generation, query, result, random, met);
            continue;  // the oracle knows no names of places
        }
        met.add(query, expected);
        const std::size_t count = std::min<std::size_t>(query.limit, expected.rows.size());
        expect_rows(result.rows, expected.rows.data(), count, what);
        EXPECT_EQ(result.total, query.estimate_total ? expected.rows.size() : count) << what;
        if (count != 0) {
            EXPECT_EQ(result.reading, expected.reading) << what;
        }
        if (round % 4 == 0 && expected.rows.size() / query.limit < 60) {
            walk(search, generation, query, expected, what);
        }
        if (round % 3 == 0) {
            expect_explained(generation, query, result, random, met);
        }
    }
}

TEST(SearchRandom, RowsScoresTotalsAndPagesAreThoseOfAScan) {
    Met met;
    constexpr std::size_t sizes[] = {1, 30, 130, 500, 1100, 3000};
    for (std::uint32_t seed = 1; seed <= std::size(sizes) && !HasFailure(); ++seed) {
        compare_searches(seed, sizes[seed - 1], affordable(1700), met);
    }
    std::printf("requests %lu, with rows %lu, readings", static_cast<unsigned long>(met.requests),
                static_cast<unsigned long>(met.with_rows));
    for (const std::uint64_t rows : met.reading) {
        std::printf(" %lu", static_cast<unsigned long>(rows));
    }
    std::printf("\n");
    EXPECT_GT(met.requests, static_cast<std::uint64_t>(affordable(10000)));
    EXPECT_GT(met.with_rows, met.requests / 4);
    EXPECT_GT(met.with_more_than_a_page, met.requests / 10);
    const std::uint64_t all_words = met.reading[0], any_word = met.reading[6], varied = met.reading[4],
                        most = met.reading[5];
    const std::uint64_t between = met.reading[1] + met.reading[2] + met.reading[3];
    for (const std::uint64_t rows : {all_words, between, most, any_word, met.located, met.bounded, met.tagged,
                                     met.named, met.boosted, met.excluded, met.included, met.browsed, met.explained}) {
        EXPECT_GT(rows, met.requests / 100);
    }
    EXPECT_GT(varied, met.requests / 300);
}

}  // namespace
}  // namespace bizrec::search::testing
