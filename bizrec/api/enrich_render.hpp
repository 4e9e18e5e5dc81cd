#pragma once

#include <string>

#include "bizrec/search/enrich.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// The body of a 200: an array of match rows, or {"data":[…],"total_count":N} where the query asks for the total.
/// Overwrites `out`, reusing its memory. False where the index gives no row head for a row (a damaged file): a wrong
/// body must not be sent.
bool render_rows(const store::Generation& generation, const search::EnrichQuery& query,
                 const search::EnrichResult& result, std::string& out);

}  // namespace bizrec::api
