#pragma once

#include "fair_queue.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

struct LocationConf;

/// The owner whose share of the threads pays for a request's work: its team by bizrec_access, otherwise its client's
/// address (the first 64 bits of an IPv6 address). The result is a hash. Two owners with the same hash have one share.
FairQueue::Team owner_of_work(ngx_http_request_t* r, const LocationConf& conf) noexcept;

}  // namespace bizrec::ngx
