#pragma once

#include <cstdint>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/api/field_error.hpp"
#include "bizrec/base/json_parser.hpp"
#include "bizrec/where/page_cursor.hpp"

/// Readers of single fields. Types are strict; `null` and "" count as omitted. A refusal sets a 422 that names the
/// field, the expected type or bound, and what was found.
namespace bizrec::api {

enum class Reading : std::uint8_t {
    omitted,  ///< null, "" or only white space; the output is unchanged
    given,
    refused,  ///< `error` is set
};

struct TextLimit {
    std::size_t most;
    enum class Unit : std::uint8_t { bytes, code_points } unit;
};

/// Reads a text without the white space at both ends, which also does not count for the limit. A text with a NUL is
/// refused. `text` points into the parsed body.
Reading read_text(simdjson::dom::element value, const FieldPath& field, TextLimit limit, std::string_view& text,
                  ApiError& error);

/// read_text() for callers whose text is not in a JSON body.
Reading check_text(std::string_view came, const FieldPath& field, TextLimit limit, std::string_view& text,
                   ApiError& error);

/// Reads an integer; 10.0 and 1e1 are 10, too. Integers outside int64 give the nearest int64, which fields with bounds
/// refuse.
Reading read_integer(simdjson::dom::element value, const FieldPath& field, std::int64_t& integer, ApiError& error);

/// Reads an integer from `least` to `most`, both inclusive; `most` = INT64_MAX: no upper bound.
Reading read_integer_between(simdjson::dom::element value, const FieldPath& field, std::int64_t least,
                             std::int64_t most, std::int64_t& integer, ApiError& error);

/// Reads a number of rows, at most `most`. A number below 1 asks for the default and leaves `rows` unchanged.
Reading read_limit(simdjson::dom::element value, const FieldPath& field, std::uint32_t most, std::uint32_t& rows,
                   ApiError& error);

/// Reads a number from `least` to `most`, both inclusive.
Reading read_number_between(simdjson::dom::element value, const FieldPath& field, int least, int most, double& number,
                            ApiError& error);

Reading read_boolean(simdjson::dom::element value, const FieldPath& field, bool& flag, ApiError& error);

/// Whether the value is null or a string of only white space.
bool is_omitted(simdjson::dom::element value);

/// The second that a date without a time stands for: the first one of the day for a minimum, the last one for a
/// maximum.
enum class DayEdge : std::uint8_t { first_second, last_second };

/// Reads a moment as Unix seconds: an integer, a date "2024-05-31" (in UTC), or an RFC 3339 date-time with its offset.
/// Fractions of a second are cut off.
Reading read_time(simdjson::dom::element value, const FieldPath& field, DayEdge edge, std::int64_t& seconds,
                  ApiError& error);

/// Reads `cursor` of a request: [match_score, id] of the last row that the client has. Any score of 0 or more is
/// accepted, even one that no row has. If the value is omitted, the request has no cursor. Returns false with a 422 in
/// `error`.
bool read_cursor(const simdjson::dom::element& value, const FieldPath& path, search::PageCursor& cursor,
                 ApiError& error);

}  // namespace bizrec::api
