#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Gives the chain of a whole reply, whose header is sent, to nginx's filters. A large reply goes piece by piece, and
/// the event loop handles other events between two pieces. So compressing, encrypting or copying a large answer does
/// not block the event loop. Subrequests, and requests with subrequests, go as a whole. Returns the result of
/// ngx_http_output_filter(), or NGX_DONE if the rest follows later and the request is finalized then.
ngx_int_t send_paced(ngx_http_request_t* r, ngx_chain_t* reply) noexcept;

}  // namespace bizrec::ngx
