#include "bizrec/api/request_notes.hpp"

#include <simdjson.h>
#include <string>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/header_text.hpp"

namespace bizrec::api {

void note_emptied_list(simdjson::dom::array list, std::int32_t location, std::string_view name, RequestNotes& notes) {
    if (list.size() != 0) {
        add_header_name(notes.ignored_fields,
                        location == FieldPath::none ? std::string(name) : "location." + std::string(name));
    }
}

}  // namespace bizrec::api
