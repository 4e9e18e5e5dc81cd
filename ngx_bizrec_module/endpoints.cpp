#include "endpoints.hpp"

#include "conf.hpp"
#include "engine_work.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

template <api::SearchRows rows>
std::optional<ngx_int_t> answer_search(ngx_http_request_t* r, RequestContext& context,
                                       std::shared_ptr<const store::Generation> generation, std::string_view body) {
    api::EndpointRequest request;
    request.body = body;
    request.rows = rows;
    return answer_in_two_steps(r, context, std::move(generation), main_conf(r)->searches.take(body.size()), request);
}

std::optional<ngx_int_t> answer_records(ngx_http_request_t* r, RequestContext& context,
                                        std::shared_ptr<const store::Generation> generation, std::string_view body) {
    api::EndpointRequest request;
    request.body = body;
    request.arguments = view(r->args);
    return answer_in_two_steps(r, context, std::move(generation), main_conf(r)->hydrations.take(body.size()), request);
}

std::optional<ngx_int_t> answer_changes(ngx_http_request_t* r, RequestContext& context,
                                        std::shared_ptr<const store::Generation> generation, std::string_view) {
    api::EndpointRequest request;
    request.arguments = view(r->args);
    return answer_in_two_steps(r, context, std::move(generation), main_conf(r)->changes.take(0), request);
}

}  // namespace

const Endpoint enrich_company{api::enrich_body_limit, NGX_HTTP_POST, EndpointKind::enrich_company,
                              answer_body<&MainConf::enrichments>};

const Endpoint enrich_batch{api::batch_body_limit, NGX_HTTP_POST, EndpointKind::enrich_batch,
                            answer_body<&MainConf::batches>};

const Endpoint search{api::search_body_limit, NGX_HTTP_POST, EndpointKind::search,
                      answer_search<api::SearchRows::full>};
const Endpoint search_only_ids{api::search_body_limit, NGX_HTTP_POST, EndpointKind::search_only_ids,
                               answer_search<api::SearchRows::ids>};

const Endpoint records{api::records_body_limit, NGX_HTTP_GET | NGX_HTTP_POST, EndpointKind::records, answer_records};

const Endpoint changes{api::changes_body_limit, NGX_HTTP_GET, EndpointKind::changes, answer_changes};

}  // namespace bizrec::ngx
