#pragma once

#include "bizrec/api/answer.hpp"
#include "ngx.hpp"
#include "prefer.hpp"

namespace bizrec::ngx {

/// Adds the response headers that say how an answer has taken its request: X-Ignored-Fields, X-Words-Ignored,
/// X-Applied-Defaults, X-Identity-Note, Preference-Applied and X-Unknown-Ids, those that have something to say. False:
/// no memory, and none is added.
bool add_note_headers(ngx_http_request_t* r, const api::Answer& answer, const Preferences& applied);

/// Strikes them out: they would be about an answer that is not sent.
void strike_note_headers(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
