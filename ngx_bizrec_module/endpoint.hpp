#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "bizrec/api/answer.hpp"
#include "bizrec/api/error.hpp"
#include "bizrec/ledger/endpoint_kind.hpp"
#include "bizrec/store/generation.hpp"
#include "ngx.hpp"
#include "reply_buffer.hpp"

namespace bizrec::ngx {

struct RequestContext;

/// One endpoint of the API: what its locations have in common.
struct Endpoint {
    std::size_t body_limit;  ///< bytes
    ngx_uint_t methods;      ///< NGX_HTTP_GET, NGX_HTTP_POST or both
    /// What its rows are charged as; none: it delivers no rows, and reads no index.
    std::optional<ledger::EndpointKind> kind;
    /// The whole body to the reply: what a content handler returns, or nothing where the reply comes later.
    /// Keeps `generation` until the engine has made its answer, which is a copy: not until a client has read it.
    /// `body` lives as long as the request.
    std::optional<ngx_int_t> (*answer)(ngx_http_request_t* r, RequestContext& context,
                                       std::shared_ptr<const store::Generation> generation, std::string_view body);
};

/// The refusal of a body above the location's limit: says how much the endpoint takes, where the configuration has not
/// lowered it.
api::ApiError body_too_large(ngx_http_request_t* r);

/// Content handler of every endpoint's location: its method alone, body, index, then Endpoint::answer.
ngx_int_t endpoint_handler(ngx_http_request_t* r) noexcept;

/// Keeps what variables tell of the answer, and sends it. `took`: of the engine, waiting for a thread not counted.
/// `parts`: of the answer's body. Returns what a content handler returns.
ngx_int_t send_answer(ngx_http_request_t* r, RequestContext& context, const api::Answer& answer,
                      std::chrono::nanoseconds took, ReplyParts parts);

}  // namespace bizrec::ngx
