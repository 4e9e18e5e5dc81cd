#pragma once

#include "fair_queue.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

struct LocationConf;

/// Whose share of the threads a request's work is: its team's by bizrec_access, else its client's address's, of IPv6
/// that of its network of 64 bits. A hash; two owners of one hash would share.
FairQueue::Team owner_of_work(ngx_http_request_t* r, const LocationConf& conf) noexcept;

}  // namespace bizrec::ngx
