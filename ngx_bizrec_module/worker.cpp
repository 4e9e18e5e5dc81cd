#include "worker.hpp"

#include "conf.hpp"
#include "offload.hpp"

namespace bizrec::ngx {

ngx_int_t init_worker(ngx_cycle_t* cycle) noexcept {
    if (ngx_process != NGX_PROCESS_WORKER && ngx_process != NGX_PROCESS_SINGLE) {
        return NGX_OK;  // the cache manager and loader come by here too
    }
    if (MainConf* conf = main_conf(cycle)) {
        for (const auto& index : conf->indexes) {
            index->start();
        }
        guard_end_of_threads();
    }
    return NGX_OK;
}

}  // namespace bizrec::ngx
