#include "enrich_handler.hpp"

#include "conf.hpp"
#include "engine_work.hpp"

namespace bizrec::ngx {
namespace {

std::optional<ngx_int_t> answer(ngx_http_request_t* r, RequestContext& context, std::string_view body) {
    const LocationConf* conf = location_conf(r);
    const std::uint64_t at_once = conf->thread_pool == nullptr ? UINT64_MAX : inline_steps(*conf);
    return answer_in_two_steps(r, context, main_conf(r)->enrichments.take(body.size()),
                               [&](api::EnrichEndpoint& endpoint, std::uint64_t& steps) {
                                   return endpoint.prepare(*context.generation, body, context.strict, at_once, steps,
                                                           conf->answer_limit);
                               });
}

}  // namespace

const Endpoint enrich_company{api::enrich_body_limit, answer};

}  // namespace bizrec::ngx
