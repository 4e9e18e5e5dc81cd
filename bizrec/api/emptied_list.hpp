#pragma once

#include <cstdint>
#include <string_view>

#include "bizrec/api/request_notes.hpp"
#include "bizrec/base/json_types.hpp"

namespace bizrec::api {

/// Names a list whose elements are all `null` or "" among the ignored fields: without it the request finds more than
/// its client may have meant, and pays for. An empty array is meant as it stands. `location`: index of the location
/// object that holds the field; FieldPath::none = the body itself.
void note_emptied_list(simdjson::dom::array list, std::int32_t location, std::string_view name, RequestNotes& notes);

}  // namespace bizrec::api
