#pragma once

#include <cstdint>
#include <string>

#include "bizrec/place/ranges.hpp"
#include "bizrec/query/task.hpp"
#include "t/unit/query/search_world.hpp"

namespace bizrec::search::testing {

/// An answer, and the words that the engine reports to have searched for, so that a scan can rank the same words.
struct SearchedReading {
    SearchResult result;
    std::uint64_t work = 0;  ///< steps taken
    OracleReading reading;   ///< the words by which the rows were found, without the name of the place that they are in
    place::Ranges inside;    ///< of the place, if the rows are in one
    bool is_near = false;    ///< the rows are in a circle about a place that the query names
};

SearchedReading search_and_tell(SearchTask& task, const store::Generation& generation, const SearchQuery& query);

/// Fails the test if the rows are not those that a scan finds for the same words: the first page by score, or, if the
/// rows are in a place, all rows inside it, which must fit on one page. If there are no rows, the scan for the words as
/// typed must find none. If `found.is_near`, only an answer without rows is checked.
void expect_rows_of_scan(const SearchWorld& world, const SearchQuery& query, const SearchedReading& found,
                         const std::string& what);

}  // namespace bizrec::search::testing
