#include "enrich_batch_handler.hpp"

#include "conf.hpp"
#include "engine_work.hpp"

namespace bizrec::ngx {
namespace {

std::optional<ngx_int_t> answer(ngx_http_request_t* r, RequestContext& context,
                                std::shared_ptr<const store::Generation> generation, std::string_view body) {
    api::EndpointRequest request;
    request.body = body;
    return answer_in_two_steps(r, context, std::move(generation), main_conf(r)->batches.take(body.size()), request);
}

}  // namespace

const Endpoint enrich_batch{api::batch_body_limit, NGX_HTTP_POST, ledger::EndpointKind::enrich_batch, answer};

}  // namespace bizrec::ngx
