#pragma once

#include "bizrec/api/answer.hpp"
#include "ngx.hpp"
#include "prefer.hpp"

namespace bizrec::ngx {

/// Adds the response headers that describe how the request was understood: X-Ignored-Fields, X-Words-Ignored,
/// X-Applied-Defaults, X-Identity-Note, Preference-Applied and X-Unknown-Ids. Headers without content are omitted. If
/// there is no memory, adds none and returns false.
bool add_note_headers(ngx_http_request_t* r, const api::Answer& answer, const Preferences& applied);

/// Removes the headers of add_note_headers(), because they would describe an answer that is not sent.
void strike_note_headers(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
