#include "records_handler.hpp"

#include "conf.hpp"
#include "engine_work.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

std::optional<ngx_int_t> answer_records(ngx_http_request_t* r, RequestContext& context,
                                        std::shared_ptr<const store::Generation> generation, std::string_view body) {
    api::EndpointRequest request;
    request.body = body;
    request.arguments = view(r->args);
    return answer_in_two_steps(r, context, std::move(generation), main_conf(r)->hydrations.take(body.size()), request);
}

}  // namespace

const Endpoint records{api::records_body_limit, NGX_HTTP_GET | NGX_HTTP_POST, EndpointKind::records, answer_records};

}  // namespace bizrec::ngx
