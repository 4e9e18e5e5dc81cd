#pragma once

#include <cstdint>
#include <string>

#include "bizrec/place/ranges.hpp"
#include "bizrec/query/task.hpp"
#include "t/unit/query/search_world.hpp"

namespace bizrec::search::testing {

/// An answer, and what the engine says that it searched for: a scan can rank the same words.
struct SearchedReading {
    SearchResult result;
    std::uint64_t work = 0;  ///< steps taken
    OracleReading reading;   ///< of the rows; where they are in a place, the words beside its name
    place::Ranges inside;    ///< of the place, where the rows are in one
    bool is_near = false;
};

SearchedReading search_and_tell(SearchTask& task, const store::Generation& generation, const SearchQuery& query);

/// A test failure where the rows are not those that the scan has for the same words: page by score, and of a place all
/// rows inside it, which must be on one page. No rows: the words as typed have none.
void expect_rows_of_scan(const SearchWorld& world, const SearchQuery& query, const SearchedReading& found,
                         const std::string& what);

}  // namespace bizrec::search::testing
