#include "request_context.hpp"

#include "conf.hpp"
#include "pool_object.hpp"

namespace bizrec::ngx {
namespace {

/// Whether nginx may have cleared r->ctx: internal redirects and errors of header filters do so, but the context stays
/// in the pool. All other requests skip the search of the pool, because a page of many subrequests has a pool with many
/// cleanups.
bool may_have_lost_context(const ngx_http_request_t* r) noexcept {
    return r->uri_changes != NGX_HTTP_MAX_URI_CHANGES + 1 || r->filter_finalize;
}

}  // namespace

RequestContext* find_context(ngx_http_request_t* r) noexcept {
    auto* context = static_cast<RequestContext*>(ngx_http_get_module_ctx(r, ngx_http_bizrec_module));
    if (context == nullptr && may_have_lost_context(r)) {
        context = find_in_pool<RequestContext>(r->pool, [r](const RequestContext& c) { return c.owner == r; });
        if (context != nullptr) {
            ngx_http_set_ctx(r, context, ngx_http_bizrec_module);
        }
    }
    return context;
}

RequestContext* obtain_context(ngx_http_request_t* r) {
    RequestContext* context = find_context(r);
    if (context == nullptr) {
        context = make_in_pool<RequestContext>(r->pool, r);
        if (context != nullptr) {
            ngx_http_set_ctx(r, context, ngx_http_bizrec_module);
        }
    }
    return context;
}

void RequestContext::forget_answer() noexcept {
    answered = false;
    offloaded = false;
    rows = total = engine_ns = loop_steps = steps = 0;
    key.clear();
    reading.clear();
    other_reading.clear();
    error_code = {};
    refusal = nullptr;
}

void record_refusal(ngx_http_request_t* r, std::string_view code) {
    RequestContext* context = r->post_action ? nullptr : obtain_context(r);
    if (context != nullptr) {
        context->forget_answer();
        context->error_code = code;
        context->location = location_conf(r);
    }
}

}  // namespace bizrec::ngx
