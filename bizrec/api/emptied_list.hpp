#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/header_text.hpp"
#include "bizrec/api/request_notes.hpp"

namespace bizrec::api {

/// Names a list whose elements are all `null` or "" among the ignored fields: without it the request finds more than
/// its client may have meant, and pays for. An empty array is meant as it stands. `location`: index of the location
/// object that holds the field; FieldPath::none = the body itself.
inline void note_emptied_list(simdjson::dom::array list, std::int32_t location, std::string_view name,
                              RequestNotes& notes) {
    if (list.size() != 0) {
        add_header_name(notes.ignored_fields,
                        location == FieldPath::none ? std::string(name) : "location." + std::string(name));
    }
}

}  // namespace bizrec::api
