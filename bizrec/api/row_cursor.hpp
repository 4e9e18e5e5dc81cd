#pragma once

#include <simdjson.h>

#include <cstdint>

#include "bizrec/api/error.hpp"
#include "bizrec/api/field_values.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::api {

/// `cursor` of a request: [match_score, id] of the last row seen.
struct RowCursor {
    std::uint32_t score = 0;
    format::Uuid id{};
};

/// Any number of 0 or more is a place in the order of rows, also one that no row has. refused: a 422.
Reading read_cursor(simdjson::dom::element value, const FieldPath& path, RowCursor& cursor, ApiError& error);

}  // namespace bizrec::api
