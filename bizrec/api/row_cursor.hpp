#pragma once

#include <cstdint>
#include <optional>

#include "bizrec/api/error.hpp"
#include "bizrec/api/field_values.hpp"
#include "bizrec/base/json_types.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::api {

/// `cursor` of a request: [match_score, id] of the last row that the client has.
struct RowCursor {
    std::uint32_t score = 0;
    std::optional<format::Uuid> id;  ///< empty: the cursor stands after all rows of `score`
};

/// Any score of 0 or more is accepted, even one that no row has. Returns Reading::refused with a 422 in `error`.
Reading read_cursor(const simdjson::dom::element& value, const FieldPath& path, RowCursor& cursor, ApiError& error);

/// Like read_cursor(), but writes to `has_cursor`, `cursor_score` and `cursor_id` of `query`. Returns false with a 422
/// in `error`.
template <class Query>
bool read_page_start(const simdjson::dom::element& value, const FieldPath& path, Query& query, ApiError& error) {
    RowCursor cursor;
    const Reading reading = read_cursor(value, path, cursor, error);
    query.has_cursor = reading == Reading::given;
    query.cursor_score = cursor.score;
    query.cursor_id = cursor.id;
    return reading != Reading::refused;
}

}  // namespace bizrec::api
