#include <string_view>

#include "conf.hpp"
#include "directives.hpp"
#include "guard.hpp"
#include "module.hpp"
#include "ngx.hpp"
#include "status.hpp"
#include "strings.hpp"
#include "variables.hpp"

namespace bizrec::ngx {
namespace {

/// The configuration that serves while a new one is read; null if none serves yet.
const MainConf* running_conf(ngx_conf_t* cf) noexcept {
    ngx_cycle_t* old = cf->cycle->old_cycle;
    return old == nullptr || ngx_is_init_cycle(old) ? nullptr : main_conf(old);
}

/// Checks all indexes. If the server may not start, logs why and returns false.
bool check_indexes(ngx_conf_t* cf) noexcept {
    if (ngx_process == NGX_PROCESS_SIGNALLER) {
        return true;  // `nginx -s stop` also reads the configuration, and must work without an index
    }
    auto* conf = static_cast<MainConf*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_bizrec_module));
    const MainConf* before = running_conf(cf);
    return guard("index", cf->log, false, [&] {
        std::string served;
        for (const auto& index : conf->indexes) {
            if (!index->check(cf, before == nullptr ? nullptr : before->find_index(index->path()))) {
                return false;
            }
            index->prepare(conf->results, conf->index_thread);
            served += index->served() ? index->served()->numbers() : std::string();
        }
        return served.empty() || ServedFile::pass_on(cf->cycle, served);
    });
}

/// The index of a variable that the configuration reads (in a log format, for example); NGX_ERROR if it never reads it.
ngx_int_t number_of_read_variable(ngx_conf_t* cf, std::string_view name) noexcept {
    const auto* core =
        static_cast<ngx_http_core_main_conf_t*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
    const auto* variables = static_cast<const ngx_http_variable_t*>(core->variables.elts);
    for (ngx_uint_t number = 0; number < core->variables.nelts; ++number) {
        if (view(variables[number].name) == name) {
            return static_cast<ngx_int_t>(number);
        }
    }
    return NGX_ERROR;
}

/// Prepares credits. If the server may not start, logs why and returns false.
bool prepare_credits(ngx_conf_t* cf) noexcept {
    if (ngx_process == NGX_PROCESS_SIGNALLER) {
        return true;
    }
    auto* conf = static_cast<MainConf*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_bizrec_module));
    const MainConf* before = running_conf(cf);
    conf->request_id = number_of_read_variable(cf, "request_id");
    return conf->credits.prepare(cf, before == nullptr ? nullptr : &before->credits);
}

ngx_int_t postconfiguration(ngx_conf_t* cf) noexcept {
    if (!check_indexes(cf) || !prepare_credits(cf) || !prepare_status(cf)) {
        return NGX_ERROR;
    }
    auto* core = static_cast<ngx_http_core_main_conf_t*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
    auto* handler = static_cast<ngx_http_handler_pt*>(ngx_array_push(&core->phases[NGX_HTTP_ACCESS_PHASE].handlers));
    if (handler == nullptr) {
        return NGX_ERROR;
    }
    *handler = access_handler;
    install_error_filter();
    make_room_for_variables(cf);
    return NGX_OK;
}

ngx_http_module_t http_context = {
    add_variables,         // preconfiguration
    postconfiguration,     // postconfiguration
    create_main_conf,      // create main configuration
    nullptr,               // init main configuration
    nullptr,               // create server configuration
    nullptr,               // merge server configuration
    create_location_conf,  // create location configuration
    merge_location_conf,   // merge location configuration
};

}  // namespace
}  // namespace bizrec::ngx

// The module has external C linkage because ngx.hpp declares it that way.
ngx_module_t ngx_http_bizrec_module = {
    NGX_MODULE_V1,
    &bizrec::ngx::http_context,  // module context
    bizrec::ngx::directives,     // module directives
    NGX_HTTP_MODULE,             // module type
    nullptr,                     // init master
    bizrec::ngx::init_server,    // init module
    bizrec::ngx::init_worker,    // init process
    nullptr,                     // init thread
    nullptr,                     // exit thread
    bizrec::ngx::exit_worker,    // exit process
    nullptr,                     // exit master
    NGX_MODULE_V1_PADDING,
};
