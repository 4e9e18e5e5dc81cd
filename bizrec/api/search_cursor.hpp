#pragma once

#include <simdjson.h>

#include "bizrec/api/error.hpp"
#include "bizrec/query/search.hpp"

namespace bizrec::api {

/// `cursor` of a search request: [match_score, id] of the last row seen. Any number of 0 or more is a place in the
/// order of rows, also one that no row has. False: a 422.
bool read_search_cursor(simdjson::dom::element value, search::SearchQuery& query, ApiError& error);

}  // namespace bizrec::api
