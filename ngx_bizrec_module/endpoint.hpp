#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "bizrec/api/answer.hpp"
#include "bizrec/api/error.hpp"
#include "bizrec/base/endpoint_kind.hpp"
#include "bizrec/store/generation.hpp"
#include "ngx.hpp"
#include "reply_buffer.hpp"

namespace bizrec::ngx {

struct RequestContext;

/// One endpoint of the API: the values that all its locations share.
struct Endpoint {
    std::size_t body_limit;  ///< bytes
    ngx_uint_t methods;      ///< NGX_HTTP_GET, NGX_HTTP_POST or both
    /// The kind under which its rows are charged. Empty if the endpoint delivers no rows and reads no index.
    std::optional<EndpointKind> kind;
    /// Turns the whole body into the reply. Returns the result of a content handler, or nothing if the reply comes
    /// later. Holds `generation` only until the engine has made its answer, not until the client has read it: the
    /// answer is a copy. `body` lives as long as the request.
    std::optional<ngx_int_t> (*answer)(ngx_http_request_t* r, RequestContext& context,
                                       std::shared_ptr<const store::Generation> generation, std::string_view body);
};

/// The refusal of a body above the location's limit. It states the endpoint's limit unless the configuration has
/// lowered it.
api::ApiError body_too_large(ngx_http_request_t* r);

/// Content handler of every endpoint's location: checks the method, reads the body, obtains the generation that serves,
/// then calls Endpoint::answer.
ngx_int_t endpoint_handler(ngx_http_request_t* r) noexcept;

/// Stores the values of the answer for the variables, charges its rows, and sends it, or sends the refusal if the rows
/// or totals are not granted. `took`: time of the engine, without the wait for a thread. `parts`: the pieces of the
/// answer's body. Returns the result of a content handler.
ngx_int_t send_answer(ngx_http_request_t* r, RequestContext& context, const api::Answer& answer,
                      std::chrono::nanoseconds took, ReplyParts parts);

}  // namespace bizrec::ngx
