#pragma once

#include "endpoint.hpp"

namespace bizrec::ngx {

/// `bizrec_records;`: GET (or POST) /api/v1/business_records/list/service_id.
extern const Endpoint records;

}  // namespace bizrec::ngx
