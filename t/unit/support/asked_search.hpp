#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/query/search.hpp"
#include "t/unit/support/built_index.hpp"

/// Runs searches and returns the names of the rows, so that tests are easy to read.
namespace bizrec::search::testing {

/// A record as JSON. `number` makes its id: below 9,000 and unique in the index; `more`: further fields, beginning with
/// ",".
std::string store(unsigned number, const std::string& name, const std::string& city, const std::string& more = "");

/// These records and 80 others, so that a word of `lines` is rare, and therefore significant.
std::vector<std::string> among_others(std::vector<std::string> lines);

/// words(): a request with `query`. named(): a request with `store_name`. Both ask for the total.
SearchQuery words(const std::string& text);
SearchQuery named(const std::string& text);

using Names = std::vector<std::string>;

struct Answered {
    Names names;  ///< names of the rows, in order
    Reading reading = Reading::all_words;
    std::uint64_t total = 0;
};

/// Runs the search. Fails the test if the total is not the number of rows.
Answered ask(const SearchQuery& query, const BuiltIndex& index);

/// Explanation::text() of one document.
std::string explained(const store::Generation& generation, const SearchQuery& query, std::uint32_t docid,
                      const ReadingLimits& limits = {});

}  // namespace bizrec::search::testing
