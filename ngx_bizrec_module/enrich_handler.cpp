#include "enrich_handler.hpp"

#include "conf.hpp"
#include "engine_work.hpp"

namespace bizrec::ngx {

const Endpoint enrich_company{api::enrich_body_limit, NGX_HTTP_POST, EndpointKind::enrich_company,
                              answer_body<&MainConf::enrichments>};

}  // namespace bizrec::ngx
