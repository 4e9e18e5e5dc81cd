#include "endpoint.hpp"

#include "body.hpp"
#include "conf.hpp"
#include "guard.hpp"
#include "prefer.hpp"
#include "reply.hpp"
#include "request_context.hpp"

namespace bizrec::ngx {
namespace {

constexpr const char* name = "endpoint";

void refuse_after_body(ngx_http_request_t* r) noexcept {
    ngx_http_finalize_request(r, guard<ngx_int_t>(name, r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR,
                                                  [r] { return send_error(r, api::standard_error(404)); }));
}

/// Only POST exists here; anything else is the same 404 as an unknown address.
ngx_int_t refuse_method(ngx_http_request_t* r) {
    if (refusal_would_reset(r)) {
        ngx_int_t rc = ngx_http_read_client_request_body(r, refuse_after_body);
        return rc >= NGX_HTTP_SPECIAL_RESPONSE ? rc : NGX_DONE;
    }
    ngx_int_t rc = ngx_http_discard_request_body(r);  // the connection stays usable
    return rc == NGX_OK ? send_error(r, api::standard_error(404)) : rc;
}

/// Takes what outlives the endpoint's next call.
void record_answer(RequestContext& context, const api::Answer& answer, std::chrono::nanoseconds took) {
    context.answered = true;
    context.rows = answer.rows;
    context.total = answer.total;
    context.key = answer.key;
    context.error_code = answer.error_code;
    context.engine_ns = static_cast<std::uint64_t>(took.count());
}

bool add_note_headers(ngx_http_request_t* r, const api::Answer& answer, bool strict) noexcept {
    const std::pair<const char*, std::string_view> notes[] = {
        {"X-Ignored-Fields", answer.ignored_fields},
        {"X-Applied-Defaults", answer.applied_defaults},
        {"X-Identity-Note", answer.identity_note},
        {"Preference-Applied", strict ? "handling=strict" : ""},
    };
    for (const auto& [header, value] : notes) {
        if (!value.empty() && !add_header(r, header, value)) {
            return false;
        }
    }
    return true;
}

std::optional<ngx_int_t> answer(ngx_http_request_t* r) {
    const LocationConf* conf = location_conf(r);
    std::optional<std::string_view> body = collect_body(r);
    RequestContext* context = obtain_context(r);
    if (!body || context == nullptr) {
        return send_error(r, api::standard_error(500));
    }
    if (body->size() > conf->endpoint->body_limit) {
        return send_error(r, api::too_large_error(conf->endpoint->body_limit));
    }
    context->generation = conf->index->current();
    if (!context->generation) {
        return send_error(r, api::standard_error(503));
    }
    context->strict = prefers_strict_handling(r);
    return conf->endpoint->answer(r, *context, *body);
}

/// nginx calls this when the whole body is there: perhaps at once, perhaps much later.
void on_body(ngx_http_request_t* r) noexcept {
    std::optional<ngx_int_t> rc = guard<std::optional<ngx_int_t>>(
        name, r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR, [r] { return answer(r); });
    if (rc) {
        ngx_http_finalize_request(r, *rc);
    }
}

}  // namespace

ngx_int_t send_answer(ngx_http_request_t* r, RequestContext& context, const api::Answer& answer,
                      std::chrono::nanoseconds took) {
    record_answer(context, answer, took);
    if (!add_note_headers(r, answer, context.strict)) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    return send_json(r, static_cast<ngx_uint_t>(answer.status), answer.body);
}

ngx_int_t endpoint_handler(ngx_http_request_t* r) noexcept {
    return guard<ngx_int_t>(name, r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR, [r]() -> ngx_int_t {
        if (r->method != NGX_HTTP_POST) {
            return refuse_method(r);
        }
        r->request_body_in_single_buf = 1;
        ngx_int_t rc = ngx_http_read_client_request_body(r, on_body);
        return rc >= NGX_HTTP_SPECIAL_RESPONSE ? rc : NGX_DONE;
    });
}

}  // namespace bizrec::ngx
