#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// What every answer of an endpoint says about itself, errors included (decisions.md section 7): X-Request-Id and
/// Cache-Control; X-Index-Version, X-Data-Date, X-Query-Reading and Server-Timing where they are known. An error that
/// nginx makes elsewhere has the first two where bizrec_error_headers is on, and Retry-After. Other answers and
/// subrequests have none of them. False: no memory.
bool add_answer_headers(ngx_http_request_t* r);

}  // namespace bizrec::ngx
