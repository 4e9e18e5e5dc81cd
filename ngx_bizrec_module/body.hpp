#pragma once

#include <optional>
#include <string_view>

#include "ngx.hpp"

namespace bizrec::ngx {

/// Returns the body that nginx has read, in one piece. A body in a single buffer is returned in place. Otherwise it is
/// copied to the request's pool from its buffers in memory or from the temporary file. Returns nothing if there is no
/// memory, or if the file gave less than it holds (logged).
std::optional<std::string_view> collect_body(ngx_http_request_t* r) noexcept;

/// Whether a refusal at this moment would cut off a client that is still sending a body within the limit. Over HTTP/2,
/// nginx ends the stream of an early reply with RST_STREAM. Some clients, such as curl before 8.1 (Debian 12), then
/// lose the reply.
bool refusal_would_reset(ngx_http_request_t* r) noexcept;

/// The largest body of the request's location, in bytes: `client_max_body_size`, which is never 0 at an endpoint.
std::size_t body_limit(ngx_http_request_t* r) noexcept;

/// Bytes of the body that nginx has read.
std::size_t body_size(ngx_http_request_t* r) noexcept;

/// The state of the body when the request enters this location.
enum class BodyState {
    within_limit,         ///< read by nginx, or not read yet
    announced_too_large,  ///< the Content-Length is above the limit; the body is not read yet
    read_too_large,
    discarded,  ///< nginx has discarded it: the request was refused, and error_page sent it to this location
    passed_on,  ///< sent to an upstream, piece by piece (`proxy_request_buffering off`)
};

/// Returns the state of the body. nginx compares a body only with the limit of the location that a request enters
/// first. This function also checks the bodies of named locations, of subrequests, and those that an earlier phase has
/// read. It reads and allocates nothing. Call it before ngx_http_read_client_request_body(), which forgets that a body
/// was passed on.
BodyState body_state(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
