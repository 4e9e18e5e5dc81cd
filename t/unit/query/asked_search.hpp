#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/query/search.hpp"
#include "t/unit/support/built_index.hpp"

/// Searches as a reader would ask them, answered by names.
namespace bizrec::search::testing {

/// A record as JSON. `number` makes its id: below 9,000, of one index each another; `more`: further fields, from ",".
std::string store(unsigned number, const std::string& name, const std::string& city, const std::string& more = "");

/// A request by `query`, and one by `store_name`; both count all rows.
SearchQuery words(const std::string& text);
SearchQuery named(const std::string& text);

using Names = std::vector<std::string>;

struct Answered {
    Names names;  ///< of the rows, in order
    Reading reading = Reading::all_words;
    std::uint64_t total = 0;
};

/// Expects that the rows are as many as the total.
Answered ask(const SearchQuery& query, const BuiltIndex& index);

}  // namespace bizrec::search::testing
