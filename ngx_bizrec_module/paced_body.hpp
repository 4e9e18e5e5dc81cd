#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Reads the body of the request, then calls `on_body`, as ngx_http_read_client_request_body() does. In each turn of
/// the event loop the reading of at most one large body begins; others wait for the next turns, first come, first
/// served. So a client that sends many large bodies at the same moment does not hold the event loop for the time that
/// all of them take. A body is large if it has 64 KiB or more, or if its length is not announced and its end has not
/// arrived with the header. Returns the result of a content handler.
ngx_int_t read_body_paced(ngx_http_request_t* r, ngx_http_client_body_handler_pt on_body) noexcept;

}  // namespace bizrec::ngx
