#include "worker.hpp"

#include "bizrec/base/version.hpp"
#include "bizrec/format/layout.hpp"
#include "conf.hpp"
#include "guard.hpp"
#include "offload.hpp"

namespace bizrec::ngx {

ngx_int_t init_server(ngx_cycle_t* cycle) noexcept {
    MainConf* conf = main_conf(cycle);
    if (conf == nullptr) {
        return NGX_OK;
    }
    if (ngx_test_config == 0) {
        ngx_log_error(NGX_LOG_NOTICE, cycle->log, 0, "ngx_bizrec_module %s, index format %ud", program_version,
                      static_cast<unsigned>(format::format_version));
    }
    for (const auto& index : conf->indexes) {
        index->share(conf->verdicts);
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
