#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Adds the headers that every answer of an endpoint has, errors included (docs/api.md): X-Request-Id and
/// Cache-Control. X-Index-Version, X-Data-Date, X-Query-Reading and Server-Timing are added if they are known. An error
/// that nginx makes outside the endpoints gets the first two if bizrec_error_headers is on, and Retry-After. Other
/// answers and subrequests get none of them. Returns false if there is no memory.
bool add_answer_headers(ngx_http_request_t* r);

}  // namespace bizrec::ngx
