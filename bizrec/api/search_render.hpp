#pragma once

#include <string>

#include "bizrec/api/answer.hpp"
#include "bizrec/base/budget.hpp"
#include "bizrec/query/explain.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// The body of a 200: an array of rows {"id":…,"place_id":…,"match_score":…,"cursor":[…]}, or
/// {"data":[…],"total_count":N} where the query asks for the total. With an `explanation`, which may be null, each row
/// has it, too. Overwrites `out`, reusing its memory; it is never much larger than `limit` bytes. It is good where
/// Rendered::whole is returned; Rendered::in_part: `budget` has stopped it.
Rendered render_search_rows(const store::Generation& generation, const search::SearchQuery& query,
                            const search::SearchResult& result, const search::Explanation* explanation,
                            std::size_t limit, Budget& budget, std::string& out);

}  // namespace bizrec::api
