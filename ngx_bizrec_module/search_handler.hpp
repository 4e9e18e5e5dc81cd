#pragma once

#include "endpoint.hpp"

namespace bizrec::ngx {

/// `bizrec_search;`: POST /api/v1/search.
extern const Endpoint search;

/// `bizrec_search_only_ids;`: POST /api/v1/search/only_ids.
extern const Endpoint search_only_ids;

}  // namespace bizrec::ngx
