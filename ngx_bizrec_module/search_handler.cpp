#include "search_handler.hpp"

#include "conf.hpp"
#include "engine_work.hpp"

namespace bizrec::ngx {
namespace {

template <api::SearchRows rows>
std::optional<ngx_int_t> answer(ngx_http_request_t* r, RequestContext& context,
                                std::shared_ptr<const store::Generation> generation, std::string_view body) {
    api::EndpointRequest request;
    request.body = body;
    request.rows = rows;
    return answer_in_two_steps(r, context, std::move(generation), main_conf(r)->searches.take(body.size()), request);
}

}  // namespace

const Endpoint search{api::search_body_limit, NGX_HTTP_POST, EndpointKind::search, answer<api::SearchRows::full>};
const Endpoint search_only_ids{api::search_body_limit, NGX_HTTP_POST, EndpointKind::search_only_ids,
                               answer<api::SearchRows::ids>};

}  // namespace bizrec::ngx
