#pragma once

#include <array>
#include <optional>

#include "ngx.hpp"

namespace bizrec::ngx {

using HexDigest = std::array<u_char, 64>;

/// SHA-256, in lower-case hex, of the API key that the request presents: `Authorization: Bearer KEY` (scheme in any
/// case, one or more spaces) or `X-API-Key: KEY`. Nothing if the request has no key, two different ones or two
/// X-API-Key headers, or if OpenSSL refuses to hash. The key itself is stored nowhere.
std::optional<HexDigest> presented_key_digest(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
