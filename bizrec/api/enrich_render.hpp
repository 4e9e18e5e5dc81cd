#pragma once

#include <cstddef>
#include <string>

#include "bizrec/api/answer.hpp"
#include "bizrec/base/budget.hpp"
#include "bizrec/enrich/enrich.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// Writes the body of a 200: an array of match rows, or {"data":[…],"total_count":N} if the query asks for the total.
/// Overwrites `out`, reusing its memory; it never exceeds `limit` bytes by more than a row without its record. The body
/// is valid only if Rendered::whole is returned. Rendered::in_part: `budget` stopped it.
Rendered render_rows(const store::Generation& generation, const search::EnrichQuery& query,
                     const search::EnrichResult& result, std::size_t limit, Budget& budget, std::string& out);

}  // namespace bizrec::api
