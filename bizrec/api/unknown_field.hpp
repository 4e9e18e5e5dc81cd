#pragma once

#include <string>
#include <string_view>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/header_text.hpp"
#include "bizrec/api/known_fields.hpp"
#include "bizrec/api/request_notes.hpp"

namespace bizrec::api {

/// Handles a field that the API does not know: notes it as ignored, or, if `strict`, sets a 422 that names the known
/// fields and returns false. `location`: index of the location object that holds the field; FieldPath::none = the body
/// itself.
template <std::size_t Count>
bool meet_unknown_field(std::string_view key, std::int32_t location, const KnownFields<Count>& known, bool strict,
                        RequestNotes& notes, ApiError& error) {
    if (!strict && notes.ignored_fields.size() == max_header_names) {
        return true;  // the header names no more; a body may have thousands of unknown fields
    }
    std::string name = header_name(key);
    if (strict) {
        return refuse_field(error, {name, location}, "unknown field; expected one of " + known.list());
    }
    add_header_name(notes.ignored_fields, location == FieldPath::none ? std::move(name) : "location." + name);
    return true;
}

}  // namespace bizrec::api
