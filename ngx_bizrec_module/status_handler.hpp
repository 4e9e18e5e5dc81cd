#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Content handler of a location with bizrec_status.
ngx_int_t status_handler(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
