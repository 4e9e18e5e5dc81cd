#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/api/answer.hpp"
#include "bizrec/api/endpoint.hpp"
#include "bizrec/api/highlights.hpp"
#include "bizrec/base/budget.hpp"
#include "bizrec/explain/explanation.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// Writes the body of a full search's 200: an array of match rows, or {"data":[…],"total_count":N} if the query asks
/// for the total. Overwrites `out`, reusing its memory. Offers `out` to `store` after each row; both together never
/// exceed `limit` bytes by more than a row without its record. The body is valid only if Rendered::whole is returned.
/// Rendered::in_part: `budget` stopped it. `words`: the words searched for. If `explanation` is not null, each row has
/// its explanation.
Rendered render_match_rows(const store::Generation& generation, const search::SearchQuery& query,
                           const search::SearchResult& result, const std::vector<std::string_view>& words,
                           const search::Explanation* explanation, std::size_t limit, Budget& budget,
                           Highlights& highlights, BodyStore& store, std::string& out);

/// Writes the body of a 200: an array of rows {"id":…,"place_id":…,"match_score":…,"cursor":[…]}, or
/// {"data":[…],"total_count":N} if the query asks for the total. If `explanation` is not null, each row has its
/// explanation. Overwrites `out`, reusing its memory; it exceeds `limit` bytes by at most one row and the end of the
/// body. The body is valid only if Rendered::whole is returned. Rendered::in_part: `budget` stopped it.
Rendered render_search_rows(const store::Generation& generation, const search::SearchQuery& query,
                            const search::SearchResult& result, const search::Explanation* explanation,
                            std::size_t limit, Budget& budget, std::string& out);

}  // namespace bizrec::api
