#pragma once

#include <string>

#include "bizrec/search/search.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// The body of a 200: an array of rows {"id":…,"place_id":…,"match_score":…,"cursor":[…]}, or
/// {"data":[…],"total_count":N} where the query asks for the total. Overwrites `out`, reusing its memory. False where a
/// row is none of the index: a wrong body must not be sent.
bool render_search_rows(const store::Generation& generation, const search::SearchQuery& query,
                        const search::SearchResult& result, std::string& out);

}  // namespace bizrec::api
