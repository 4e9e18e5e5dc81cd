#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/api/answer.hpp"
#include "bizrec/api/body_store.hpp"
#include "bizrec/api/highlights.hpp"
#include "bizrec/base/budget.hpp"
#include "bizrec/query/explain.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// The body of a full search's 200: an array of match rows, or {"data":[…],"total_count":N} where the query asks for
/// the total. Overwrites `out`, reusing its memory. `store` is offered it after each row; both together never hold more
/// than `limit` bytes and a row's rest. They are good where Rendered::whole is returned; Rendered::in_part: `budget`
/// has stopped it. `words`: that were searched for. With an `explanation`, which may be null, each row has it, too.
Rendered render_match_rows(const store::Generation& generation, const search::SearchQuery& query,
                           const search::SearchResult& result, const std::vector<std::string_view>& words,
                           const search::Explanation* explanation, std::size_t limit, Budget& budget,
                           Highlights& highlights, BodyStore& store, std::string& out);

}  // namespace bizrec::api
