#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Adds the headers that every answer of an endpoint has, errors included (docs/api.md): X-Request-Id and
/// Cache-Control. X-Index-Version, X-Data-Date, X-Query-Reading, X-Query-Also and Server-Timing are added if they are
/// known. If bizrec_error_headers is on, an error that nginx makes outside the endpoints gets the first two, and a 429
/// or 503 also Retry-After. Other answers and subrequests get none of these headers. Returns false if there is no
/// memory.
bool add_answer_headers(ngx_http_request_t* r);

}  // namespace bizrec::ngx
