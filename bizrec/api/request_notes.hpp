#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/json_parser.hpp"

namespace bizrec::api {

/// Facts that a request's parser reports in addition to the query.
struct RequestNotes {
    std::vector<std::string> ignored_fields;    ///< the first 10, no duplicates, encoded: "frobnicate", "location.lon"
    std::vector<std::string> applied_defaults;  ///< the first 10: "location[0].country=US"
    std::vector<std::string> ignored_words;     ///< of a search: the first 10, no duplicates, encoded: "-word", "OR"
    std::string identity_note;  ///< of a search: for the first root domain that names no business; "" if there is none
};

/// Call it for a list whose elements are all omitted (`null` or ""). Adds its field to the ignored fields: without the
/// list, the request finds (and pays for) more than the client may have meant. An empty array is not noted, because it
/// is clearly intended. `location`: index of the location object that holds the field; FieldPath::none = the body
/// itself.
void note_emptied_list(simdjson::dom::array list, std::int32_t location, std::string_view name, RequestNotes& notes);

}  // namespace bizrec::api
