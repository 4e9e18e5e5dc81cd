#pragma once

#include <simdjson.h>

#include <string>
#include <vector>

#include "bizrec/api/field_values.hpp"
#include "bizrec/api/refill.hpp"
#include "bizrec/api/request_notes.hpp"

namespace bizrec::api {

struct ListLimit {
    std::size_t elements;
    TextLimit text;  ///< limit of each element
};

/// Reads an array of strings. `null` and "" in it are left out, as for fields; if it has only such elements, the field
/// is noted as ignored. Each text is trimmed and passed to `each(text, path)`, which returns false to refuse it.
/// Returns false if the array or a text is refused.
template <class Each>
bool read_texts(simdjson::dom::element value, FieldPath field, ListLimit limit, RequestNotes& notes, ApiError& error,
                const Each& each) {
    simdjson::dom::array array;
    if (value.get(array) != simdjson::SUCCESS) {
        return is_omitted(value) || refuse_value(error, field, "an array of strings", value);
    }
    if (array.size() > limit.elements) {
        return refuse_field(
            error, field,
            "expected at most " + std::to_string(limit.elements) + " elements, got " + std::to_string(array.size()));
    }
    field.element = 0;
    bool is_emptied = true;
    for (const simdjson::dom::element element : array) {
        std::string_view text;
        const Reading reading = read_text(element, field, limit.text, text, error);
        if (reading == Reading::refused || (reading == Reading::given && !each(text, field))) {
            return false;
        }
        is_emptied = is_emptied && reading == Reading::omitted;
        ++field.element;
    }
    if (is_emptied) {
        note_emptied_list(array, field.location, field.name, notes);
    }
    return true;
}

/// Reads an array of strings into `texts`, whose memory is reused, by the rules of read_texts().
inline bool read_text_list(simdjson::dom::element value, const FieldPath& field, ListLimit limit,
                           std::vector<std::string>& texts, RequestNotes& notes, ApiError& error) {
    Refill<std::string> refill(texts);
    const auto keep = [&](std::string_view text, const FieldPath&) {
        refill.next() = text;
        return true;
    };
    if (!read_texts(value, field, limit, notes, error, keep)) {
        return false;
    }
    refill.finish();
    return true;
}

}  // namespace bizrec::api
