#include "module.hpp"

#include "conf.hpp"
#include "credits.hpp"
#include "guard.hpp"
#include "reply.hpp"
#include "request_context.hpp"
#include "request_id.hpp"
#include "response_headers.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

ngx_http_output_header_filter_pt next_header_filter;
ngx_http_output_body_filter_pt next_body_filter;

/// Whether nginx itself made this error, at an endpoint. Only nginx's own error pages set err_status, so a reply of a
/// handler or an upstream is never replaced. filter_finalize is set if a filter has refused one of our replies with an
/// error of nginx (image_filter: 415).
bool made_by_nginx(ngx_http_request_t* r) noexcept {
    const LocationConf* conf = location_conf(r);
    if (conf == nullptr || conf->endpoint == nullptr || r != r->main || r->err_status < NGX_HTTP_BAD_REQUEST) {
        return false;
    }
    const RequestContext* context = find_context(r);
    return context == nullptr || !context->own_reply || r->filter_finalize;
}

/// The error in the words of the code that refused the request, if they are known; otherwise in the standard words of
/// the status.
api::ApiError error_of(ngx_http_request_t* r, const RequestContext& context) {
    const ngx_uint_t status = r->headers_out.status;
    if (context.refusal != nullptr && static_cast<ngx_uint_t>(context.refusal->status) == status) {
        return *context.refusal;
    }
    constexpr ngx_uint_t payment_required = 402;
    return status == NGX_HTTP_REQUEST_ENTITY_TOO_LARGE ? body_too_large(r)
           : status == payment_required                ? credit_error(context)
                                                       : error_of_status(status);
}

ngx_int_t replace_header(ngx_http_request_t* r) {
    RequestContext* context = obtain_context(r);
    if (context == nullptr) {
        return NGX_ERROR;
    }
    api::ApiError error = error_of(r, *context);
    record_refusal(r, error.code);
    strike_note_headers(r);
    context->replacement_body = with_request_id(r, api::render_error(error));
    return set_json_headers(r, r->headers_out.status, context->replacement_body.size()) ? NGX_OK : NGX_ERROR;
}

ngx_int_t header_filter(ngx_http_request_t* r) noexcept {
    if (made_by_nginx(r)) {
        ngx_int_t rc = guard<ngx_int_t>("error", r->connection->log, NGX_ERROR, [r] { return replace_header(r); });
        if (rc != NGX_OK) {
            return rc;
        }
    }
    const bool added = guard<bool>("headers", r->connection->log, false,
                                   [r] { return add_answer_headers(r) && add_credit_headers(r); });
    return !added ? NGX_ERROR : next_header_filter(r);
}

ngx_int_t body_filter(ngx_http_request_t* r, ngx_chain_t* in) noexcept {
    RequestContext* context = find_context(r);
    if (in == nullptr || context == nullptr || context->replacement_body.empty()) {
        return next_body_filter(r, in);
    }
    for (ngx_chain_t* link = in; link != nullptr; link = link->next) {
        link->buf->pos = link->buf->last;  // marks nginx's page as sent
    }
    if (context->replacement_sent) {
        return next_body_filter(r, nullptr);
    }
    auto* buffer = static_cast<ngx_buf_t*>(ngx_calloc_buf(r->pool));
    if (buffer == nullptr) {
        return NGX_ERROR;
    }
    context->replacement_sent = true;
    buffer->pos = bytes(context->replacement_body);  // the context lives as long as the pool
    buffer->last = buffer->pos + context->replacement_body.size();
    buffer->memory = 1;
    buffer->last_buf = 1;
    buffer->last_in_chain = 1;
    ngx_chain_t out{buffer, nullptr};
    return next_body_filter(r, &out);
}

}  // namespace

void install_error_filter() noexcept {
    next_header_filter = ngx_http_top_header_filter;
    ngx_http_top_header_filter = header_filter;
    next_body_filter = ngx_http_top_body_filter;
    ngx_http_top_body_filter = body_filter;
}

}  // namespace bizrec::ngx
