#pragma once

#include "bizrec/api/error.hpp"
#include "bizrec/api/field_values.hpp"
#include "bizrec/base/json_types.hpp"
#include "bizrec/where/page_cursor.hpp"

namespace bizrec::api {

/// Reads `cursor` of a request: [match_score, id] of the last row that the client has. Any score of 0 or more is
/// accepted, even one that no row has. If the value is omitted, the request has no cursor. Returns false with a 422 in
/// `error`.
bool read_cursor(const simdjson::dom::element& value, const FieldPath& path, search::PageCursor& cursor,
                 ApiError& error);

}  // namespace bizrec::api
