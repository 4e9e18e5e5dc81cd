#pragma once

#include <cstdint>

#include "bizrec/api/field_values.hpp"
#include "bizrec/base/json_types.hpp"

namespace bizrec::api {

/// The second that a date without a time stands for: the first one of the day for a minimum, the last one for a
/// maximum.
enum class DayEdge : std::uint8_t { first_second, last_second };

/// Reads a moment as Unix seconds: an integer, a date "2024-05-31" (in UTC), or an RFC 3339 date-time with its offset.
/// Fractions of a second are cut off.
Reading read_time(simdjson::dom::element value, const FieldPath& field, DayEdge edge, std::int64_t& seconds,
                  ApiError& error);

}  // namespace bizrec::api
