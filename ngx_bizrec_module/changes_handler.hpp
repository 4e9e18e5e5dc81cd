#pragma once

#include "endpoint.hpp"

namespace bizrec::ngx {

/// `bizrec_changes;`: GET /api/v1/changes.
extern const Endpoint changes;

}  // namespace bizrec::ngx
