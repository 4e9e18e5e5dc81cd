#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Handler of the access phase: refuses with 401, 403 or 402 by bizrec_access, and with 503 if rows cannot be charged.
/// nginx calls it after limit_req and limit_conn, so that guessing keys is throttled.
ngx_int_t access_handler(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
