#pragma once

#include "endpoint.hpp"

namespace bizrec::ngx {

/// `bizrec_enrich_company;`: POST /api/v1/enrich_company.
extern const Endpoint enrich_company;

}  // namespace bizrec::ngx
