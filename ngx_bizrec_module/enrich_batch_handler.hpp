#pragma once

#include "endpoint.hpp"

namespace bizrec::ngx {

/// `bizrec_enrich_batch;`: POST /api/v1/enrich_company/batch. Its rows are charged as those of enrichments.
extern const Endpoint enrich_batch;

}  // namespace bizrec::ngx
