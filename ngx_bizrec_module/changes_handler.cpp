#include "changes_handler.hpp"

#include "conf.hpp"
#include "engine_work.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

std::optional<ngx_int_t> answer_changes(ngx_http_request_t* r, RequestContext& context,
                                        std::shared_ptr<const store::Generation> generation, std::string_view) {
    api::EndpointRequest request;
    request.arguments = view(r->args);
    return answer_in_two_steps(r, context, std::move(generation), main_conf(r)->changes.take(0), request);
}

}  // namespace

const Endpoint changes{api::changes_body_limit, NGX_HTTP_GET, EndpointKind::changes, answer_changes};

}  // namespace bizrec::ngx
