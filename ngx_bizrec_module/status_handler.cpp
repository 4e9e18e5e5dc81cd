#include "status.hpp"

#include <optional>
#include <string>

#include "bizrec/base/ascii.hpp"
#include "conf.hpp"
#include "guard.hpp"
#include "header_list.hpp"
#include "reply.hpp"
#include "status_bodies.hpp"
#include "status_figures.hpp"
#include "status_forms.hpp"
#include "status_health.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

struct StatusReply {
    ngx_uint_t status = NGX_HTTP_OK;
    std::string_view type;
    std::string body;
};

/// The value of the Accept header. Joins all its lines, because the list may be split over several.
std::string accepted(ngx_http_request_t* r) {
    std::string all;
    (void)any_header(r->headers_in.headers, [&all](const ngx_table_elt_t& header) {
        if (equal_ignoring_case(view(header.key), "Accept")) {
            all += (all.empty() ? "" : ",") + std::string(view(header.value));
        }
        return false;
    });
    return all;
}

/// The text after the location's own name, without slashes at its beginning: "" or the name of a form. Any other text
/// makes a 404, because a load balancer that asks for ".../reday" must not be told that all is well. For a location by
/// a regular expression: the last segment if it names a form, otherwise "".
std::string_view rest_of_address(ngx_http_request_t* r) noexcept {
    auto* core = static_cast<ngx_http_core_loc_conf_t*>(ngx_http_get_module_loc_conf(r, ngx_http_core_module));
    std::string_view rest = view(r->uri);
#if (NGX_PCRE)
    const bool has_prefix = core->regex == nullptr;
#else
    const bool has_prefix = true;
#endif
    if (has_prefix && core->noname == 0 && starts_with(rest, view(core->name))) {
        rest.remove_prefix(core->name.len);
    } else {
        const std::size_t slash = rest.rfind('/');
        rest = form_of_segment(rest.substr(slash + 1)) ? rest.substr(slash + 1) : std::string_view();
    }
    while (!rest.empty() && rest.front() == '/') {
        rest.remove_prefix(1);
    }
    return rest;
}

/// The form in which the client wants the status. Nothing if there is no such address.
std::optional<AcceptedForm> wanted_form(ngx_http_request_t* r) {
    AcceptedForm form = form_of_accept(accepted(r));
    std::string_view segment = rest_of_address(r);
    if (segment.empty()) {  // the own name of `location = /ready` has the form
        segment = view(r->uri).substr(view(r->uri).rfind('/') + 1);
        if (const auto named = form_of_segment(segment)) {
            form.form = *named;
        }
        return form;
    }
    const auto named = form_of_segment(segment);
    if (!named) {
        return std::nullopt;
    }
    form.form = *named;
    return form;
}

StatusReply ready_reply(const StatusSnapshot& snapshot) {
    const Health health = assess_health(snapshot);
    const bool is_ready = health.state != HealthState::not_ready;
    return {is_ready ? static_cast<ngx_uint_t>(NGX_HTTP_OK) : static_cast<ngx_uint_t>(NGX_HTTP_SERVICE_UNAVAILABLE),
            "text/plain",
            std::string(is_ready ? "ready" : "not_ready") + "\n" + std::to_string(health.workers_ready) + " of " +
                std::to_string(snapshot.workers_configured) + " workers are ready\n"};
}

StatusReply make_status_reply(MainConf& conf, AcceptedForm form) {
    if (form.form == StatusForm::live) {
        return {NGX_HTTP_OK, "text/plain", "live\n"};
    }
    conf.beat.tell();
    const StatusSnapshot snapshot = read_status(conf);
    switch (form.form) {
        case StatusForm::ready:
            return ready_reply(snapshot);
        case StatusForm::metrics:
            return {NGX_HTTP_OK,
                    form.is_open_metrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                                         : "text/plain; version=0.0.4; charset=utf-8",
                    status_metrics(figures_of(snapshot), form.is_open_metrics)};
        case StatusForm::page:
            return {NGX_HTTP_OK, "text/html; charset=utf-8", status_page(figures_of(snapshot))};
        case StatusForm::json:
        case StatusForm::live:
            break;
    }
    return {NGX_HTTP_OK, "application/json", status_json(figures_of(snapshot))};
}

bool set_status_headers(ngx_http_request_t* r, const StatusReply& reply) noexcept {
    r->headers_out.status = reply.status;
    r->headers_out.content_type = borrow(reply.type);
    // the length of the type alone, so that nginx adds no second charset
    r->headers_out.content_type_len = reply.type.substr(0, reply.type.find(';')).size();
    r->headers_out.content_type_lowcase = nullptr;
    r->headers_out.content_length_n = static_cast<off_t>(reply.body.size());
    const bool is_page = starts_with(reply.type, "text/html");
    return add_header(r, "Cache-Control", "no-store") && add_header(r, "Vary", "Accept") &&
           add_header(r, "X-Content-Type-Options", "nosniff") &&
           (!is_page || add_header(r, "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"));
}

ngx_int_t send_status(ngx_http_request_t* r, const StatusReply& reply) noexcept {
    ngx_buf_t* buffer = ngx_create_temp_buf(r->pool, reply.body.size());
    if (buffer == nullptr || !set_status_headers(r, reply)) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    buffer->last = ngx_cpymem(buffer->last, reply.body.data(), reply.body.size());
    buffer->last_buf = r == r->main ? 1 : 0;
    buffer->last_in_chain = 1;
    const ngx_int_t rc = ngx_http_send_header(r);
    if (rc == NGX_ERROR || rc > NGX_OK || r->header_only) {
        return rc;
    }
    ngx_chain_t out{buffer, nullptr};
    return ngx_http_output_filter(r, &out);
}

}  // namespace

ngx_int_t status_handler(ngx_http_request_t* r) noexcept {
    return guard<ngx_int_t>("status", r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR, [r]() -> ngx_int_t {
        if ((r->method & (NGX_HTTP_GET | NGX_HTTP_HEAD)) == 0) {
            return NGX_HTTP_NOT_ALLOWED;
        }
        if (const ngx_int_t rc = ngx_http_discard_request_body(r); rc != NGX_OK) {
            return rc;
        }
        const auto form = wanted_form(r);
        return form ? send_status(r, make_status_reply(*main_conf(r), *form)) : NGX_HTTP_NOT_FOUND;
    });
}

}  // namespace bizrec::ngx
