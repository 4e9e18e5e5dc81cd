#pragma once

#include "endpoint.hpp"

namespace bizrec::ngx {

/// `bizrec_enrich_company;`: POST /api/v1/enrich_company.
extern const Endpoint enrich_company;

/// `bizrec_enrich_batch;`: POST /api/v1/enrich_company/batch.
extern const Endpoint enrich_batch;

/// `bizrec_search;`: POST /api/v1/search.
extern const Endpoint search;

/// `bizrec_search_only_ids;`: POST /api/v1/search/only_ids.
extern const Endpoint search_only_ids;

/// `bizrec_records;`: GET (or POST) /api/v1/business_records/list/service_id.
extern const Endpoint records;

/// `bizrec_changes;`: GET /api/v1/changes.
extern const Endpoint changes;

}  // namespace bizrec::ngx
