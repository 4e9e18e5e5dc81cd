#pragma once

#include <optional>
#include <string_view>

#include "ngx.hpp"

namespace bizrec::ngx {

/// The body that nginx has read, in one piece: in place where it stands in one buffer, else copied to the request's
/// pool, from any number of buffers in memory or in the temporary file. Nothing: no memory, or the file gave less than
/// it holds (logged).
std::optional<std::string_view> collect_body(ngx_http_request_t* r) noexcept;

/// Whether a refusal now would cut off the sending of the body: over HTTP/2 nginx ends the stream of a reply that comes
/// early with RST_STREAM, and curl before 8.1 (Debian 12), among others, then loses the reply.
bool refusal_would_reset(ngx_http_request_t* r) noexcept;

/// Bytes of the body that nginx has read.
std::size_t body_size(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
