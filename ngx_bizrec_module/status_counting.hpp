#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

struct Endpoint;

/// The endpoint's index in WorkerCounters::endpoints.
std::size_t place_of_endpoint(const Endpoint& endpoint) noexcept;

/// Log phase, if a location has bizrec_status: counts a request of an endpoint. Always NGX_OK.
ngx_int_t count_request(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
