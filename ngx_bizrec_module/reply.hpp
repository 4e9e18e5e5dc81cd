#pragma once

#include <cstdint>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "ngx.hpp"
#include "reply_buffer.hpp"

namespace bizrec::ngx {

struct RequestContext;

/// Adds a response header without copying: both texts must live as long as the request's pool. Null if there is no
/// memory.
ngx_table_elt_t* push_header(ngx_http_request_t* r, std::string_view name, std::string_view value) noexcept;

/// Adds a response header; both texts are copied. Returns false if there is no memory.
bool add_header(ngx_http_request_t* r, std::string_view name, std::string_view value) noexcept;

bool has_response_header(ngx_http_request_t* r, std::string_view name) noexcept;

/// Sets status, type and length, and the headers that belong to a status: Retry-After for 429 and 503, WWW-Authenticate
/// for 401. Returns false if there is no memory.
bool set_json_headers(ngx_http_request_t* r, ngx_uint_t status, std::size_t length) noexcept;

/// A whole JSON reply that is not yet sent.
struct JsonReply {
    ngx_uint_t status;
    std::uint64_t bytes;
    ngx_chain_t* chain;  ///< in the request's pool; null = no memory
};

/// Builds the reply: first the file of `parts`, if there is one, then `body`. `body` is copied unless the pages of
/// `parts` already hold a copy of it.
JsonReply make_json(ngx_http_request_t* r, ngx_uint_t status, std::string_view body, ReplyParts parts = {}) noexcept;

/// Sends the reply (only its header for HEAD); error_page does not replace it. Returns the result of a content handler.
ngx_int_t send_json(ngx_http_request_t* r, RequestContext& context, const JsonReply& reply) noexcept;

/// Builds and sends the reply.
ngx_int_t send_json(ngx_http_request_t* r, ngx_uint_t status, std::string_view body);

/// Sends a refusal with the error body of docs/api.md.
ngx_int_t send_error(ngx_http_request_t* r, const api::ApiError& error);

/// Sends the 503 of a request that the threads cannot finish in time, with the code overloaded_code.
/// send_team_overloaded() sends the 503 of a request that waits only because of its own team's load.
inline constexpr std::string_view overloaded_code = "overloaded";
ngx_int_t send_overloaded(ngx_http_request_t* r);
ngx_int_t send_team_overloaded(ngx_http_request_t* r);

/// The refusal for an error when only its status is known: the engine's standard refusal of that status. A 503 is
/// "Service Unavailable", because the standard 503 is about the index. If there is no standard refusal, "Bad Request"
/// for a status below 500, otherwise "Internal Server Error".
api::ApiError error_of_status(ngx_uint_t status);

/// Gives the chain of a whole reply, whose header is sent, to nginx's filters. A large reply goes piece by piece, and
/// the event loop handles other events between two pieces. So compressing, encrypting or copying a large answer does
/// not block the event loop. Subrequests, and requests with subrequests, go as a whole. Returns the result of
/// ngx_http_output_filter(), or NGX_DONE if the rest follows later and the request is finalized then. Defined in
/// paced_reply.cpp.
ngx_int_t send_paced(ngx_http_request_t* r, ngx_chain_t* reply) noexcept;

}  // namespace bizrec::ngx
