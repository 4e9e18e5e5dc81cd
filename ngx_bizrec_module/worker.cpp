#include "module.hpp"

#include "bizrec/base/version.hpp"
#include "bizrec/format/layout.hpp"
#include "conf.hpp"
#include "guard.hpp"
#include "offload.hpp"

namespace bizrec::ngx {
namespace {

void start(MainConf& conf, ngx_cycle_t* cycle) noexcept {
    for (const auto& index : conf.indexes) {
        index->start(cycle->log);
    }
    conf.credits.start(cycle->log);
    conf.beat.start(conf, cycle->log);
}

void stop(MainConf& conf) noexcept {
    conf.credits.stop();
    conf.beat.stop();
}

/// Whether this is a reload with `master_process off`: nginx then calls no init_process for the new configuration,
/// because the process goes on. NGX_PROCESS_SINGLE alone is not enough, because every server has it while it reads its
/// first configuration.
bool is_reload_without_master(ngx_cycle_t* cycle) noexcept {
    return ngx_process == NGX_PROCESS_SINGLE && ngx_test_config == 0 && cycle->old_cycle != nullptr &&
           !ngx_is_init_cycle(cycle->old_cycle);
}

}  // namespace

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
        guard("index", cycle->log, [&] { index->share(conf->results); });
    }
    if (is_reload_without_master(cycle)) {
        if (MainConf* before = main_conf(cycle->old_cycle)) {
            stop(*before);  // a process may open a ledger only once
        }
        start(*conf, cycle);
        do_without_threads();
    }
    return NGX_OK;
}

ngx_int_t init_worker(ngx_cycle_t* cycle) noexcept {
    if (ngx_process != NGX_PROCESS_WORKER && ngx_process != NGX_PROCESS_SINGLE) {
        return NGX_OK;  // the cache manager and loader call this as well
    }
    if (MainConf* conf = main_conf(cycle)) {
        for (const auto& index : conf->indexes) {
            if (index->served() && ngx_process == NGX_PROCESS_WORKER) {
                index->served()->keep();
            }
        }
        start(*conf, cycle);
        guard_end_of_threads();
    }
    return NGX_OK;
}

void exit_worker(ngx_cycle_t* cycle) noexcept {
    if (MainConf* conf = main_conf(cycle)) {
        stop(*conf);
    }
}

}  // namespace bizrec::ngx
