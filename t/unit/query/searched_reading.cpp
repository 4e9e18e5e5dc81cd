#include "t/unit/query/searched_reading.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace bizrec::search::testing {

namespace {

OracleWords copy(const WordSequence& words) {
    return OracleWords(words.begin(), words.end());
}

bool holds(const place::Ranges& ranges, std::uint32_t docid) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [docid](const place::Range& range) { return docid >= range.begin && docid < range.end; });
}

/// Checks that the rows above the lowest tier are exactly those inside the place.
void expect_inside(const SearchedReading& found, const std::vector<SearchRow>& everywhere, const std::string& what) {
    std::set<std::uint32_t> expected, rows;
    for (const SearchRow& row : everywhere) {
        if (holds(found.inside, row.docid)) {
            expected.insert(row.docid);
        }
    }
    for (const SearchRow& row : found.result.rows) {
        if (row.score >= PlaceSearch::evidence << format::quality_level_bits) {
            rows.insert(row.docid);
        }
    }
    ASSERT_EQ(rows, expected) << what;
}

}  // namespace

SearchedReading search_and_tell(SearchTask& task, const store::Generation& generation, const SearchQuery& query) {
    SearchedReading found;
    Budget budget;
    task.run(generation, query, found.result, budget);
    found.work = budget.used();
    found.is_near = task.asks_near();
    const Reading reading = found.result.reading;
    EXPECT_TRUE(found.result.in_place || reading != Reading::in_place) << "no place without rows in it";
    const QueryWords& words = task.place() != nullptr ? task.place()->words() : task.searched_words();
    found.reading.query = copy(words.query().sequence());
    found.reading.store_name = copy(words.store_name().sequence());
    found.reading.any_word = reading == Reading::most_words || reading == Reading::any_word;
    found.reading.other_spaces = !found.reading.any_word && !query.as_typed;
    const std::vector<Boost>& boosts = task.conditions().boosts;
    found.reading.function_words = std::any_of(
        boosts.begin(), boosts.end(), [](const Boost& boost) { return boost.reason == BoostReason::function_word; });
    if (task.place() != nullptr) {
        found.inside = task.place()->place().inside;
    }
    if (reading == Reading::most_words && task.decoded()->best().left_out() == 1) {
        TypedWords preferred;
        task.decoded()->best().copy_words(task.decoded()->lattice(), preferred);
        found.reading.preferred_query = copy(preferred.query);
        found.reading.preferred_name = copy(preferred.store_name);
    }
    task.give_back();
    return found;
}

void expect_rows_of_scan(const SearchWorld& world, const SearchQuery& query, const SearchedReading& found,
                         const std::string& what) {
    if (found.result.rows.empty()) {
        ASSERT_TRUE(world.oracle().as_typed(query).empty()) << what;
        ASSERT_EQ(found.result.total, 0U) << what;
        return;
    }
    if (found.is_near) {
        return;  // the engine searched inside a circle, which the scan does not know
    }
    const std::vector<SearchRow> rows = world.oracle().rows_of(query, found.reading);
    if (found.result.in_place) {
        ASSERT_NO_FATAL_FAILURE(expect_inside(found, rows, what));
        return;
    }
    const std::size_t count = std::min<std::size_t>(query.limit, rows.size());
    ASSERT_NO_FATAL_FAILURE(expect_rows(found.result.rows, rows.data(), count, what));
    ASSERT_EQ(found.result.total, query.estimate_total ? rows.size() : count) << what;
}

}  // namespace bizrec::search::testing
