#include "enrich_batch_handler.hpp"

#include "conf.hpp"
#include "engine_work.hpp"

namespace bizrec::ngx {

const Endpoint enrich_batch{api::batch_body_limit, NGX_HTTP_POST, EndpointKind::enrich_batch,
                            answer_body<&MainConf::batches>};

}  // namespace bizrec::ngx
