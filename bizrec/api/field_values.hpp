#pragma once

#include <cstdint>
#include <string_view>

#include "bizrec/api/field_error.hpp"
#include "bizrec/base/json_types.hpp"

/// Readers of single fields (decisions.md section 1): types are strict, `null` and "" are the same as omitted, and what
/// is refused fills in a 422 that names the field, the expected type or bound, and what came.
namespace bizrec::api {

enum class Reading : std::uint8_t {
    omitted,  ///< null, "" or a text of white space; the output is as it was
    given,
    refused,  ///< the error is filled in
};

struct TextLimit {
    std::size_t most;
    enum class Unit : std::uint8_t { bytes, code_points } unit;
};

/// The text without white space at either end, which does not count for the limit either; never one with a NUL in it.
/// `text` points into the parsed body.
Reading read_text(simdjson::dom::element value, const FieldPath& field, TextLimit limit, std::string_view& text,
                  ApiError& error);

/// read_text() of a string that came: for callers whose texts stand in no JSON body.
Reading check_text(std::string_view came, const FieldPath& field, TextLimit limit, std::string_view& text,
                   ApiError& error);

/// 10, 10.0 and 1e1 are 10. Integers outside int64 give the nearest int64: every field's bounds are narrower.
Reading read_integer(simdjson::dom::element value, const FieldPath& field, std::int64_t& integer, ApiError& error);

/// An integer from `least` to `most`, both inclusive; `most` = INT64_MAX is none.
Reading read_integer_between(simdjson::dom::element value, const FieldPath& field, std::int64_t least,
                             std::int64_t most, std::int64_t& integer, ApiError& error);

/// A number of rows: `most` at most; what is below 1 asks for the default and leaves `rows` as it was.
Reading read_limit(simdjson::dom::element value, const FieldPath& field, std::uint32_t most, std::uint32_t& rows,
                   ApiError& error);

/// A number from `least` to `most`, both inclusive.
Reading read_number_between(simdjson::dom::element value, const FieldPath& field, int least, int most, double& number,
                            ApiError& error);

Reading read_boolean(simdjson::dom::element value, const FieldPath& field, bool& flag, ApiError& error);

/// null or a string of nothing but white space.
bool is_omitted(simdjson::dom::element value);

}  // namespace bizrec::api
