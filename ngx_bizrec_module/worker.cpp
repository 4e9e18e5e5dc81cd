#include "worker.hpp"

#include "conf.hpp"
#include "guard.hpp"
#include "offload.hpp"

namespace bizrec::ngx {

ngx_int_t share_verdicts(ngx_cycle_t* cycle) noexcept {
    MainConf* conf = main_conf(cycle);
    if (conf != nullptr) {
        for (const auto& index : conf->indexes) {
            index->share(conf->verdicts);
        }
    }
    return NGX_OK;
}

ngx_int_t init_worker(ngx_cycle_t* cycle) noexcept {
    if (ngx_process != NGX_PROCESS_WORKER && ngx_process != NGX_PROCESS_SINGLE) {
        return NGX_OK;  // the cache manager and loader come by here too
    }
    if (MainConf* conf = main_conf(cycle)) {
        for (const auto& index : conf->indexes) {
            guard("index", cycle->log, [&] { index->start(conf->verdicts, conf->index_thread); });
        }
        guard_end_of_threads();
    }
    return NGX_OK;
}

}  // namespace bizrec::ngx
