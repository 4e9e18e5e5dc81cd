#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/api/json_body.hpp"
#include "bizrec/api/json_problem.hpp"
#include "bizrec/api/request_notes.hpp"
#include "t/fuzz/require.hpp"

/// Checks of the parsed requests for searches and enrichments. They hold for every body.
namespace bizrec::fuzz {

/// Checks that a refusal is valid JSON. Unless the body is too large (413), a body that is not a JSON object must get
/// 400, and a JSON object must get 422 with the name of the field.
inline void check_refusal(const api::ApiError& error, std::string_view body) {
    require(error.status == 400 || error.status == 413 || error.status == 422);
    require((error.status == 422) == !error.field.empty());
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    require(parser.parse(api::render_error(error)).get(object) == simdjson::SUCCESS);
    require(!std::string_view(object["error"]).empty());
    if (error.status != 413) {
        const std::size_t start = body.find_first_not_of(" \t\r\n");
        const bool is_object = start != std::string_view::npos && body[start] == '{' &&
                               !api::find_json_problem(body, api::JsonBody::max_depth);
        require(is_object == (error.status == 422));
    }
}

/// Checks that there are at most ten notes of each kind, and that they can be sent in headers.
inline void check_notes(const api::RequestNotes& notes) {
    require(notes.ignored_fields.size() <= 10 && notes.applied_defaults.size() <= 10);
    require(notes.ignored_words.size() <= 10);
    for (const auto* names : {&notes.ignored_fields, &notes.ignored_words}) {
        for (const std::string& name : *names) {
            require(name.find_first_of(std::string_view("\0\r\n, ", 5)) == std::string::npos);
        }
    }
    for (const char c : notes.identity_note) {
        require(c >= 0x20 && c < 0x7F);
    }
}

}  // namespace bizrec::fuzz
