#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Content handler of `bizrec_enrich_company;`: POST /api/v1/enrich_company.
ngx_int_t enrich_handler(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
