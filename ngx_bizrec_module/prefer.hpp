#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Whether the request asks for `Prefer: handling=strict` (RFC 7240): any case, several headers, several preferences in
/// one, parameters behind them; of a preference that stands more than once the first counts.
bool prefers_strict_handling(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
