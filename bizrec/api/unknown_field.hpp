#pragma once

#include <string>
#include <string_view>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/header_text.hpp"
#include "bizrec/api/known_fields.hpp"
#include "bizrec/api/request_notes.hpp"

namespace bizrec::api {

/// A field that the API does not know (decisions.md section 1): the client is told that it was ignored, or, where it
/// asked for `strict` handling, gets a 422 that names the known ones. False: the error is filled in.
/// `location`: index of the location object that holds the field; FieldPath::none = the body itself.
template <std::size_t Count>
bool meet_unknown_field(std::string_view key, std::int32_t location, const KnownFields<Count>& known, bool strict,
                        RequestNotes& notes, ApiError& error) {
    if (!strict && notes.ignored_fields.size() == max_header_names) {
        return true;  // a body may be full of them
    }
    std::string name = header_name(key);
    if (strict) {
        return refuse_field(error, {name, location}, "unknown field; expected one of " + known.list());
    }
    add_header_name(notes.ignored_fields, location == FieldPath::none ? std::move(name) : "location." + name);
    return true;
}

}  // namespace bizrec::api
