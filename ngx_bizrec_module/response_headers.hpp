#pragma once

#include "bizrec/api/answer.hpp"
#include "ngx.hpp"
#include "prefer.hpp"

/// The headers that the module adds to an answer: answer_headers.cpp, note_headers.cpp.
namespace bizrec::ngx {

/// Adds the headers that every answer of an endpoint has, errors included (docs/api.md): X-Request-Id and
/// Cache-Control. X-Index-Version, X-Data-Date, X-Query-Reading, X-Query-Also and Server-Timing are added if they are
/// known. If bizrec_error_headers is on, an error that nginx makes outside the endpoints gets the first two, and a 429
/// or 503 also Retry-After. Other answers and subrequests get none of these headers. Returns false if there is no
/// memory.
bool add_answer_headers(ngx_http_request_t* r);

/// Adds the response headers that describe how the request was understood: X-Ignored-Fields, X-Words-Ignored,
/// X-Applied-Defaults, X-Identity-Note, Preference-Applied and X-Unknown-Ids. Headers without content are omitted. If
/// there is no memory, adds none and returns false.
bool add_note_headers(ngx_http_request_t* r, const api::Answer& answer, const Preferences& applied);

/// Removes the headers of add_note_headers(), because they would describe an answer that is not sent.
void strike_note_headers(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
