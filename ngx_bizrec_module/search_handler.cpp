#include "search_handler.hpp"

#include "conf.hpp"
#include "engine_work.hpp"

namespace bizrec::ngx {
namespace {

std::optional<ngx_int_t> answer(ngx_http_request_t* r, RequestContext& context, std::string_view body) {
    const LocationConf* conf = location_conf(r);
    return answer_in_two_steps(
        r, context, main_conf(r)->searches.take(body.size()), [&](api::SearchEndpoint& endpoint, std::uint64_t& steps) {
            return endpoint.prepare(*context.generation, body, context.strict,
                                    static_cast<std::uint32_t>(conf->max_limit), steps, conf->answer_limit);
        });
}

}  // namespace

const Endpoint search_only_ids{api::search_body_limit, answer};

}  // namespace bizrec::ngx
