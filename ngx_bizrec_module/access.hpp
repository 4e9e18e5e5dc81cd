#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Handler of the access phase. Refuses with 401, 403 or 402 by the rules of bizrec_access, with 402 if the team has no
/// credits left, and with 503 if rows cannot be charged at the moment. nginx calls it after limit_req and limit_conn,
/// so that guessing keys is throttled.
ngx_int_t access_handler(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
