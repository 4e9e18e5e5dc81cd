#include "enrich_handler.hpp"

#include "conf.hpp"
#include "request_context.hpp"

namespace bizrec::ngx {
namespace {

std::optional<ngx_int_t> answer(ngx_http_request_t* r, RequestContext& context, std::string_view body) {
    auto begin = std::chrono::steady_clock::now();
    const api::Answer& result = main_conf(r)->enrich.answer(*context.generation, body, context.strict);
    return send_answer(r, context, result, std::chrono::steady_clock::now() - begin);
}

}  // namespace

const Endpoint enrich_company{api::enrich_body_limit, answer};

}  // namespace bizrec::ngx
