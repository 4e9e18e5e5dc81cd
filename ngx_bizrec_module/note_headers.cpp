#include "response_headers.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "header_list.hpp"
#include "reply.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

/// The data for the values of the headers below.
struct Notes {
    const api::Answer& answer;
    std::string preferences;
    std::string unknown_ids;
};

/// A header and its value; a header with the value "" is not sent. To add one, add a row; docs/api.md says when it is
/// sent.
struct NoteHeader {
    std::string_view name;
    std::string_view (*value)(const Notes& notes);
};

constexpr NoteHeader note_headers[] = {
    {"X-Ignored-Fields", [](const Notes& notes) -> std::string_view { return notes.answer.ignored_fields; }},
    {"X-Words-Ignored", [](const Notes& notes) -> std::string_view { return notes.answer.ignored_words; }},
    {"X-Applied-Defaults", [](const Notes& notes) -> std::string_view { return notes.answer.applied_defaults; }},
    {"X-Identity-Note", [](const Notes& notes) -> std::string_view { return notes.answer.identity_note; }},
    {"Preference-Applied", [](const Notes& notes) -> std::string_view { return notes.preferences; }},
    {"X-Unknown-Ids", [](const Notes& notes) -> std::string_view { return notes.unknown_ids; }},
};

bool is_note(std::string_view name) noexcept {
    return std::any_of(std::begin(note_headers), std::end(note_headers),
                       [name](const NoteHeader& header) { return header.name == name; });
}

}  // namespace

bool add_note_headers(ngx_http_request_t* r, const api::Answer& answer, const Preferences& applied) {
    const Notes notes{answer, applied_preferences(applied),
                      answer.unknown_ids ? std::to_string(*answer.unknown_ids) : std::string()};
    for (const NoteHeader& header : note_headers) {
        const std::string_view value = header.value(notes);
        if (!value.empty() && !add_header(r, header.name, value)) {
            strike_note_headers(r);
            return false;
        }
    }
    return true;
}

void strike_note_headers(ngx_http_request_t* r) noexcept {
    any_header(r->headers_out.headers, [](ngx_table_elt_t& header) {
        if (is_note(view(header.key))) {
            header.hash = 0;
        }
        return false;
    });
}

}  // namespace bizrec::ngx
