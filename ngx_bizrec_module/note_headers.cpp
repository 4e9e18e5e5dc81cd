#include "note_headers.hpp"

#include <string>
#include <string_view>

#include "header_list.hpp"
#include "reply.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::string_view ignored_fields = "X-Ignored-Fields";
constexpr std::string_view ignored_words = "X-Words-Ignored";
constexpr std::string_view applied_defaults = "X-Applied-Defaults";
constexpr std::string_view identity_note = "X-Identity-Note";
constexpr std::string_view preference_applied = "Preference-Applied";
constexpr std::string_view unknown_ids = "X-Unknown-Ids";

bool is_note(std::string_view name) noexcept {
    return name == ignored_fields || name == ignored_words || name == applied_defaults || name == identity_note ||
           name == preference_applied || name == unknown_ids;
}

/// Adds a header, or nothing if `value` is "". Returns false if there is no memory.
bool add_note(ngx_http_request_t* r, std::string_view name, std::string_view value) noexcept {
    return value.empty() || add_header(r, name, value);
}

}  // namespace

bool add_note_headers(ngx_http_request_t* r, const api::Answer& answer, const Preferences& applied) {
    const bool has_any = !answer.ignored_fields.empty() || !answer.ignored_words.empty() ||
                         !answer.applied_defaults.empty() || !answer.identity_note.empty() || answer.unknown_ids ||
                         applied.strict || applied.minimal || applied.explain;
    if (!has_any) {
        return true;
    }
    const std::string unknown = answer.unknown_ids ? std::to_string(*answer.unknown_ids) : std::string();
    const std::string preferences = applied_preferences(applied);
    if (add_note(r, ignored_fields, answer.ignored_fields) && add_note(r, ignored_words, answer.ignored_words) &&
        add_note(r, applied_defaults, answer.applied_defaults) && add_note(r, identity_note, answer.identity_note) &&
        add_note(r, preference_applied, preferences) && add_note(r, unknown_ids, unknown)) {
        return true;
    }
    strike_note_headers(r);
    return false;
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
