#pragma once

#include <optional>
#include <string_view>

#include "ngx.hpp"

namespace bizrec::ngx {

/// The body that nginx has read, in one piece: in place where it stands in one buffer, else copied to the request's
/// pool, from any number of buffers in memory or in the temporary file. Nothing: no memory, or the file gave less than
/// it holds (logged).
std::optional<std::string_view> collect_body(ngx_http_request_t* r) noexcept;

/// Whether a refusal now would cut off the sending of a body within the limit: over HTTP/2 nginx ends the stream of a
/// reply that comes early with RST_STREAM, and curl before 8.1 (Debian 12), among others, then loses the reply.
bool refusal_would_reset(ngx_http_request_t* r) noexcept;

/// The most that the request's location takes, in bytes: `client_max_body_size`, which no endpoint's location has at 0.
std::size_t body_limit(ngx_http_request_t* r) noexcept;

/// Bytes of the body that nginx has read.
std::size_t body_size(ngx_http_request_t* r) noexcept;

/// What has become of the body before this location came to it.
enum class BodyState {
    within_limit,         ///< read by nginx, or yet to be read
    announced_too_large,  ///< yet to be read
    read_too_large,
    discarded,  ///< by nginx, for a refusal that has been redirected here
    passed_on,  ///< to an upstream, piece by piece (`proxy_request_buffering off`)
};

/// nginx compares a body with the limit of the location that a request comes to first, and with no other: a named
/// location, a subrequest, and what an earlier phase has read are ours to compare. Nothing is read or allocated.
/// Before ngx_http_read_client_request_body(), which forgets a body that was passed on.
BodyState body_state(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
