#pragma once

#include <cstdint>
#include <string_view>

#include "bizrec/api/request_notes.hpp"
#include "bizrec/base/json_types.hpp"

namespace bizrec::api {

/// Call it for a list whose elements are all omitted (`null` or ""). Adds its field to the ignored fields: without the
/// list, the request finds (and pays for) more than the client may have meant. An empty array is not noted, because it
/// is clearly intended. `location`: index of the location object that holds the field; FieldPath::none = the body
/// itself.
void note_emptied_list(simdjson::dom::array list, std::int32_t location, std::string_view name, RequestNotes& notes);

}  // namespace bizrec::api
