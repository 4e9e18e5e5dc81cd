#include "endpoint.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "body.hpp"
#include "conf.hpp"
#include "counting_rate.hpp"
#include "credits.hpp"
#include "guard.hpp"
#include "paced_body.hpp"
#include "prefer.hpp"
#include "reply.hpp"
#include "request_context.hpp"
#include "request_id.hpp"
#include "response_headers.hpp"

namespace bizrec::ngx {
namespace {

constexpr const char* name = "endpoint";

void refuse_after_body(ngx_http_request_t* r) noexcept {
    ngx_http_finalize_request(r, guard<ngx_int_t>(name, r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR,
                                                  [r] { return send_error(r, api::standard_error(404)); }));
}

/// Refuses a wrong method with the same 404 as an unknown address.
ngx_int_t refuse_method(ngx_http_request_t* r) {
    if (refusal_would_reset(r)) {
        return read_body_paced(r, refuse_after_body);
    }
    ngx_int_t rc = ngx_http_discard_request_body(r);  // the connection stays usable
    return rc == NGX_OK ? send_error(r, api::standard_error(404)) : rc;
}

/// Whether the endpoint accepts the method. An endpoint that delivers rows refuses HEAD, because rows that are not sent
/// cannot be charged.
bool has_method(const Endpoint& endpoint, ngx_uint_t method) noexcept {
    const bool has_head = (endpoint.methods & NGX_HTTP_GET) != 0 && !endpoint.kind;
    return (method & endpoint.methods) != 0 || (method == NGX_HTTP_HEAD && has_head);
}

/// Refuses a body whose announced length is too large, as nginx does: with the same reply, by way of error_page, and
/// leaving the connection in the same state.
ngx_int_t refuse_announced(ngx_http_request_t* r) noexcept {
    ngx_log_error(NGX_LOG_ERR, r->connection->log, 0, "client intended to send too large body: %O bytes",
                  r->headers_in.content_length_n);
    r->expect_tested = 1;  // nginx must not ask the client for the body
    (void)ngx_http_discard_request_body(r);
    return NGX_HTTP_REQUEST_ENTITY_TOO_LARGE;
}

ngx_int_t refuse_passed_on(ngx_http_request_t* r) {
    ngx_log_error(NGX_LOG_ERR, r->connection->log, 0,
                  "bizrec: the body has gone to an upstream piece by piece; an endpoint after it needs "
                  "\"proxy_request_buffering on\" (or that of fastcgi, uwsgi, scgi)");
    return send_error(r, api::standard_error(500));
}

/// Returns the refusal of a body that is too large or gone, or nothing if the body is within the limit.
std::optional<ngx_int_t> refuse_body(ngx_http_request_t* r) {
    switch (body_state(r)) {
        case BodyState::within_limit:
            return std::nullopt;
        case BodyState::announced_too_large:
            return refuse_announced(r);
        case BodyState::read_too_large:
            return send_error(r, body_too_large(r));
        case BodyState::discarded:
            return send_error(r, api::standard_error(NGX_HTTP_REQUEST_ENTITY_TOO_LARGE));
        case BodyState::passed_on:
            return refuse_passed_on(r);
    }
    return NGX_HTTP_INTERNAL_SERVER_ERROR;
}

/// Copies `from` to `to`, but does nothing if both are empty. Answers of an enrichment usually have no reading, and an
/// assignment costs as much as adding a header.
void copy_text(const std::string& from, std::string& to) {
    if (!from.empty() || !to.empty()) {
        to = from;
    }
}

/// Copies the parts of the answer that must outlive the endpoint's next call.
void record_answer(RequestContext& context, const api::Answer& answer, std::chrono::nanoseconds took) {
    context.answered = true;
    context.rows = answer.rows;
    context.total = answer.total;
    context.key = answer.key;
    copy_text(answer.reading, context.reading);
    copy_text(answer.other_reading, context.other_reading);
    context.error_code = answer.error_code;
    context.engine_ns = static_cast<std::uint64_t>(took.count());
}

/// Copies `text` to `to`. If `text` is empty, `to` stays without a value: not known.
template <std::size_t Size>
void keep(const std::string& text, std::optional<std::array<char, Size>>& to) noexcept {
    if (!text.empty()) {
        std::copy_n(text.begin(), std::min(text.size(), to.emplace().size()), to->begin());
    }
}

void record_generation(RequestContext& context, const store::Generation* generation) noexcept {
    context.generation.reset();
    context.data_date.reset();
    if (generation != nullptr) {
        keep(generation->name(), context.generation);
        keep(generation->meta().data_date, context.data_date);
    }
}

/// The body of an answer to `Prefer: return=minimal`: it states the price of the rows and has no rows.
std::string price_of(const LocationConf& conf, const api::Answer& answer) {
    return "{\"rows\":" + std::to_string(answer.rows) + ",\"total_count\":" + std::to_string(answer.total) +
           ",\"credits\":" + price_of_rows(conf, answer.rows) + "}";
}

JsonReply reply_of(ngx_http_request_t* r, const api::Answer& answer, bool is_price, ReplyParts parts) {
    if (is_price) {
        return make_json(r, NGX_HTTP_OK, price_of(*location_conf(r), answer));
    }
    if (answer.status != NGX_HTTP_OK) {
        return make_json(r, static_cast<ngx_uint_t>(answer.status), with_request_id(r, answer.body));
    }
    return make_json(r, NGX_HTTP_OK, answer.body, std::move(parts));
}

bool is_search(const Endpoint& endpoint) noexcept {
    return endpoint.kind == EndpointKind::search || endpoint.kind == EndpointKind::search_only_ids;
}

std::optional<ngx_int_t> answer(ngx_http_request_t* r) {
    const LocationConf* conf = location_conf(r);
    RequestContext* context = obtain_context(r);
    std::optional<std::string_view> body = collect_body(r);
    if (!body || context == nullptr) {
        return send_error(r, api::standard_error(500));
    }
    context->forget_answer();
    context->location = conf;
    if (!conf->endpoint->kind) {
        return conf->endpoint->answer(r, *context, nullptr, *body);
    }
    auto generation = conf->index->current();
    record_generation(*context, generation.get());
    if (!generation) {
        return send_error(r, api::standard_error(503));
    }
    context->preferences = preferences_of(r);
    context->preferences.explain = context->preferences.explain && conf->explain && is_search(*conf->endpoint);
    return conf->endpoint->answer(r, *context, std::move(generation), *body);
}

/// Answers the request. nginx calls this when the whole body has arrived: perhaps immediately, perhaps much later.
void on_body(ngx_http_request_t* r) noexcept {
    std::optional<ngx_int_t> rc = guard<std::optional<ngx_int_t>>(
        name, r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR, [r] { return answer(r); });
    if (rc) {
        ngx_http_finalize_request(r, *rc);
    }
}

}  // namespace

api::ApiError body_too_large(ngx_http_request_t* r) {
    std::size_t limit = location_conf(r)->endpoint->body_limit;
    return body_limit(r) == limit ? api::too_large_error(limit)
                                  : api::standard_error(NGX_HTTP_REQUEST_ENTITY_TOO_LARGE);
}

ngx_int_t send_answer(ngx_http_request_t* r, RequestContext& context, const api::Answer& answer,
                      std::chrono::nanoseconds took, ReplyParts parts) {
    record_answer(context, answer, took);
    const bool is_success = answer.status == NGX_HTTP_OK;
    const bool is_price = is_success && context.preferences.minimal;
    if (is_price) {
        context.rows = 0;  // no rows are delivered
    }
    const bool is_explained = is_success && !is_price && context.preferences.explain;
    const JsonReply reply = reply_of(r, answer, is_price, std::move(parts));
    const bool has_failed = answer.status >= NGX_HTTP_INTERNAL_SERVER_ERROR;  // then no preference was applied
    if (reply.chain == nullptr ||
        (!has_failed && !add_note_headers(r, answer, {context.preferences.strict, is_price, is_explained}))) {
        context.forget_answer();                // nothing of it may show if error_page leads to another location
        return NGX_HTTP_INTERNAL_SERVER_ERROR;  // no charge is made
    }
    const std::uint64_t counts = is_price ? std::max<std::uint64_t>(answer.counts, 1) : answer.counts;
    if (is_success && counts > 0 && !may_count(r, *location_conf(r), counts)) {
        strike_note_headers(r);
        return send_error(r, api::standard_error(NGX_HTTP_TOO_MANY_REQUESTS));
    }
    if (const auto refusal = charge_for_rows(r, context, is_success ? context.rows : 0)) {
        strike_note_headers(r);
        return send_error(r, *refusal);
    }
    const off_t sent = r->connection->sent;
    const ngx_int_t rc = send_json(r, context, reply);
    const bool is_refused = (rc == NGX_ERROR || rc > NGX_OK) && r->connection->sent == sent;
    if (is_refused) {
        strike_note_headers(r);
        strike_credit_headers(r);
    }
    settle_charge(context.charge, !is_refused && r->filter_finalize == 0);
    return rc;
}

ngx_int_t endpoint_handler(ngx_http_request_t* r) noexcept {
    return guard<ngx_int_t>(name, r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR, [r]() -> ngx_int_t {
        if (r->post_action) {
            return NGX_OK;  // the answer would not be delivered, and the log describes the answer that the client got
        }
        if (!has_method(*location_conf(r)->endpoint, r->method)) {
            return refuse_method(r);
        }
        if (std::optional<ngx_int_t> refusal = refuse_body(r)) {
            return *refusal;
        }
        r->request_body_in_single_buf = 1;
        return read_body_paced(r, on_body);
    });
}

}  // namespace bizrec::ngx
