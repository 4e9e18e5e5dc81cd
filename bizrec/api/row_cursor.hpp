#pragma once

#include <cstdint>

#include "bizrec/api/error.hpp"
#include "bizrec/api/field_values.hpp"
#include "bizrec/base/json_types.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::api {

/// `cursor` of a request: [match_score, id] of the last row seen.
struct RowCursor {
    std::uint32_t score = 0;
    format::Uuid id{};
};

/// Any number of 0 or more is a place in the order of rows, also one that no row has. refused: a 422.
Reading read_cursor(const simdjson::dom::element& value, const FieldPath& path, RowCursor& cursor, ApiError& error);

/// The same into a request's `has_cursor`, `cursor_score` and `cursor_id`. False: a 422.
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
