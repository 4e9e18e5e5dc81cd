#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Gives the chain of a whole reply, whose header is sent, to nginx's filters: a large one piece by piece, and between
/// two pieces the event loop does what else there is. So neither compressing nor encrypting nor copying a large answer
/// holds it. Returns what ngx_http_output_filter() does, or NGX_DONE: the rest follows, and then the request is
/// finalized.
ngx_int_t send_paced(ngx_http_request_t* r, ngx_chain_t* reply) noexcept;

}  // namespace bizrec::ngx
