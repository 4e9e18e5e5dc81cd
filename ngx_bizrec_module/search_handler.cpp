#include "search_handler.hpp"

#include "conf.hpp"
#include "engine_work.hpp"

namespace bizrec::ngx {
namespace {

std::optional<ngx_int_t> answer(ngx_http_request_t* r, RequestContext& context,
                                std::shared_ptr<const store::Generation> generation, std::string_view body) {
    return answer_in_two_steps(r, context, std::move(generation), main_conf(r)->searches.take(body.size()), body);
}

}  // namespace

const Endpoint search_only_ids{api::search_body_limit, NGX_HTTP_POST, ledger::EndpointKind::search_only_ids, answer};

}  // namespace bizrec::ngx
