#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "t/unit/query/searched_reading.hpp"
#include "t/unit/support/asked_search.hpp"

/// Compares search, from JSON lines through the builder to rows, with a scan over the records. The engine reports which
/// words it searched for. The scan works out ranking and conditions by itself.
namespace bizrec::search::testing {
namespace {

constexpr std::uint32_t every_row = 1U << 20;

std::uint32_t explained_score(const std::string& text) {
    const std::size_t at = text.find("\nscore ");
    return at == std::string::npos ? 0 : static_cast<std::uint32_t>(std::atol(text.c_str() + at + 7));
}

/// Counts the kinds of requests and rows, so that the comparison cannot succeed by finding nothing.
struct Met {
    std::uint64_t requests = 0, with_rows = 0, strict = 0, with_more_than_a_page = 0, located = 0, bounded = 0,
                  tagged = 0, named = 0, boosted = 0, excluded = 0, included = 0, browsed = 0, explained = 0;
    std::uint64_t reading[readings.size()] = {};

    void add(const SearchQuery& query, const SearchResult& result) {
        ++requests;
        if (result.rows.empty()) {
            return;
        }
        ++with_rows;
        with_more_than_a_page += result.rows.size() >= query.limit ? 1 : 0;
        ++reading[static_cast<std::size_t>(result.reading)];
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

void expect_explained(const store::Generation& generation, const SearchQuery& query, const SearchResult& result,
                      Random& random, Met& met) {
    const bool any = !result.rows.empty();
    const SearchRow row = any ? result.rows[random() % result.rows.size()] : SearchRow{};
    const std::uint32_t docid = any ? row.docid : static_cast<std::uint32_t>(random() % generation.documents());
    const std::string text = explained(generation, query, docid);
    EXPECT_EQ(explained_score(text), any ? row.score : 0U) << text << describe(query);
    met.explained += any ? 1 : 0;
}

/// With `Prefer: handling=strict` no word is replaced by another one.
void expect_strict(SearchTask& task, const SearchWorld& world, SearchQuery query, const std::string& what, Met& met) {
    query.as_typed = true;
    const SearchedReading found = search_and_tell(task, world.generation(), query);
    const std::vector<SearchRow> rows = world.oracle().as_typed(query);
    const std::size_t count = std::min<std::size_t>(query.limit, rows.size());
    ASSERT_EQ(found.result.reading, Reading::all_words) << what;
    ASSERT_NO_FATAL_FAILURE(expect_rows(found.result.rows, rows.data(), count, "strict, " + what));
    ASSERT_EQ(found.result.total, query.estimate_total ? rows.size() : count) << what;
    met.strict += count == 0 ? 0 : 1;
}

void compare_searches(std::uint32_t seed, std::size_t records, int rounds, Met& met) {
    SearchWorld world(seed, records);
    ASSERT_TRUE(world.is_good());
    Random random(seed);
    SearchTask task;
    for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
        SearchQuery query = world.requests().next();
        const std::string what =
            "seed " + std::to_string(seed) + " round " + std::to_string(round) + ": " + describe(query);
        SearchedReading found = search_and_tell(task, world.generation(), query);
        EXPECT_LE(found.result.visited, found.work) << what << " plan " << found.result.plan;
        met.add(query, found.result);
        if (round % 3 == 0) {
            expect_explained(world.generation(), query, found.result, random, met);
        }
        if (found.result.in_place) {
            query.limit = every_row;
            found = search_and_tell(task, world.generation(), query);
        }
        ASSERT_NO_FATAL_FAILURE(expect_rows_of_scan(world, query, found, what));
        ASSERT_NO_FATAL_FAILURE(expect_strict(task, world, query, what, met));
    }
}

TEST(SearchRandom, RowsScoresAndTotalsAreThoseOfAScan) {
    Met met;
    constexpr std::size_t sizes[] = {1, 30, 130, 500, 1100, 3000};
    for (std::uint32_t seed = 1; seed <= std::size(sizes) && !HasFailure(); ++seed) {
        compare_searches(seed, sizes[seed - 1], affordable(1700), met);
    }
    std::printf("requests %lu, with rows %lu, strict %lu, readings", static_cast<unsigned long>(met.requests),
                static_cast<unsigned long>(met.with_rows), static_cast<unsigned long>(met.strict));
    for (const std::uint64_t rows : met.reading) {
        std::printf(" %lu", static_cast<unsigned long>(rows));
    }
    std::printf("\n");
    EXPECT_GT(met.requests, static_cast<std::uint64_t>(affordable(10000)));
    EXPECT_GT(met.with_rows, met.requests / 4);
    EXPECT_GT(met.strict, met.requests / 8);
    EXPECT_GT(met.with_more_than_a_page, met.requests / 10);
    for (const std::uint64_t rows : met.reading) {
        EXPECT_GT(static_cast<int>(rows), expected_if_rare(10));
    }
    for (const std::uint64_t rows : {met.located, met.bounded, met.tagged, met.named, met.boosted, met.excluded,
                                     met.included, met.browsed, met.explained}) {
        EXPECT_GT(rows, met.requests / 100);
    }
}

}  // namespace
}  // namespace bizrec::search::testing
