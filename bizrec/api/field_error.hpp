#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/base/json_parser.hpp"
#include "bizrec/identity/identity.hpp"

namespace bizrec::api {

/// Position of a value in the body. The text is only made when a message needs it.
struct FieldPath {
    static constexpr std::int32_t none = -1;

    std::string_view name;         ///< "limit"; "" for an object of the location array itself
    std::int32_t location = none;  ///< index of the location object that holds the field
    std::int32_t element = none;   ///< index inside the field's own array

    /// The path for messages: "limit", "location[1]", "location[1].lat", "location[0].zip_code[3]".
    std::string text() const;
    void append_to(std::string& out) const;
};

/// Describes a JSON value for a message: `a string "10"`, `the number 10.5`, `true`, `null`, `an array`. Long strings
/// are cut.
std::string describe(simdjson::dom::element value);

/// The beginning of a text for a message, in double quotes, cut after about 60 bytes.
std::string quote_start(std::string_view utf8);

/// Sets `error` to a 422 for the field with the message "<path>: <problem>". Always returns false, so that readers can
/// return it.
bool refuse_field(ApiError& error, const FieldPath& field, std::string_view problem);

/// Sets `error` to a 422 that says what was expected and what was found. Always returns false.
bool refuse_value(ApiError& error, const FieldPath& field, std::string_view expected, simdjson::dom::element got);

/// Sets a 422 for a website or profile that the normaliser rejects. Always returns false. The message quotes the start
/// of `text`, unless that could reveal a secret: a URL can hold credentials before an @ and tokens after ? and #.
bool refuse_link(ApiError& error, const FieldPath& field, const identity::Identity& link, std::string_view text);

}  // namespace bizrec::api
