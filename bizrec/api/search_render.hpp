#pragma once

#include <string>

#include "bizrec/api/answer.hpp"
#include "bizrec/base/budget.hpp"
#include "bizrec/query/explain.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// Writes the body of a 200: an array of rows {"id":…,"place_id":…,"match_score":…,"cursor":[…]}, or
/// {"data":[…],"total_count":N} if the query asks for the total. If `explanation` is not null, each row has its
/// explanation. Overwrites `out`, reusing its memory; it exceeds `limit` bytes by at most one row and the end of the
/// body. The body is valid only if Rendered::whole is returned. Rendered::in_part: `budget` stopped it.
Rendered render_search_rows(const store::Generation& generation, const search::SearchQuery& query,
                            const search::SearchResult& result, const search::Explanation* explanation,
                            std::size_t limit, Budget& budget, std::string& out);

}  // namespace bizrec::api
