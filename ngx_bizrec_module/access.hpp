#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Access phase: the results 401, 403 and 402 of bizrec_access. After the limits, so that guessing keys is throttled.
ngx_int_t access_handler(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
