#pragma once

#include "fair_queue.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

struct LocationConf;

/// The owner whose share of the threads pays for a request's work: its team by bizrec_access, otherwise its client's
/// address. For IPv6 it is the network of 64 bits. The result is a hash; two owners with the same hash would share.
FairQueue::Team owner_of_work(ngx_http_request_t* r, const LocationConf& conf) noexcept;

}  // namespace bizrec::ngx
