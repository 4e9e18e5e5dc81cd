#pragma once

#include "endpoint.hpp"

namespace bizrec::ngx {

/// `bizrec_enrich_batch;`: POST /api/v1/enrich_company/batch.
extern const Endpoint enrich_batch;

}  // namespace bizrec::ngx
