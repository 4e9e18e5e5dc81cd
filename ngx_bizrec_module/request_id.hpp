#pragma once

#include <string>
#include <string_view>

#include "ngx.hpp"

namespace bizrec::ngx {

/// The id by which a client and the log know a request. It is the client's own X-Request-Id, if that is 1 to 64 of
/// [A-Za-z0-9._-]. Otherwise it is nginx's $request_id, or 32 random digits of our own if the configuration never reads
/// $request_id. Repeated calls return the same id. A subrequest has the id of its main request. The text lives as long
/// as the request's pool. "": no memory.
std::string_view request_id_of(ngx_http_request_t* r);

/// Adds the member `request_id` at the end of a refusal's body, which is a JSON object with members.
std::string with_request_id(ngx_http_request_t* r, std::string body);

/// nginx's $request_id if the configuration reads it anyway, otherwise "". Computing $request_id takes 16 random bytes
/// of OpenSSL, which cost more than everything else in this file.
std::string_view configured_request_id(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
