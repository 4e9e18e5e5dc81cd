#include "request_context.hpp"

#include "pool_object.hpp"

namespace bizrec::ngx {

RequestContext* find_context(ngx_http_request_t* r) noexcept {
    auto* context = static_cast<RequestContext*>(ngx_http_get_module_ctx(r, ngx_http_bizrec_module));
    if (context == nullptr && r == r->main && (r->internal || r->filter_finalize)) {
        context = find_in_pool<RequestContext>(r->pool);
        if (context != nullptr) {
            ngx_http_set_ctx(r, context, ngx_http_bizrec_module);
        }
    }
    return context;
}

RequestContext* obtain_context(ngx_http_request_t* r) {
    RequestContext* context = find_context(r);
    if (context == nullptr) {
        context = make_in_pool<RequestContext>(r->pool);
        if (context != nullptr) {
            ngx_http_set_ctx(r, context, ngx_http_bizrec_module);
        }
    }
    return context;
}

}  // namespace bizrec::ngx
