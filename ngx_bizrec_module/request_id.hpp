#pragma once

#include <string>
#include <string_view>

#include "ngx.hpp"

namespace bizrec::ngx {

/// By which a client and the log know a request: the client's own X-Request-Id, if that is 1 to 64 of [A-Za-z0-9._-];
/// else nginx's $request_id, or where nothing in the configuration reads that, 32 random digits of our own. The same
/// whenever it is asked for, of a subrequest that of its main request; lives as long as the pool. "": no memory.
std::string_view request_id_of(ngx_http_request_t* r);

/// A refusal's body, a JSON object with members, with the member `request_id` at its end.
std::string with_request_id(ngx_http_request_t* r, std::string body);

/// nginx's $request_id, where the configuration reads it anyway; else "". It costs 16 of OpenSSL's random bytes, more
/// than all else in here.
std::string_view configured_request_id(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
