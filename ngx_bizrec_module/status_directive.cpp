#include "status.hpp"

#include <algorithm>

#include "conf.hpp"
#include "directive_tools.hpp"
#include "directives.hpp"
#include "guard.hpp"

namespace bizrec::ngx {
namespace {

/// A location's settings of the nginx module `name`; null if there is no such module.
const void* conf_of_module(const ngx_conf_t* cf, void** confs, std::string_view name) noexcept {
    for (ngx_uint_t i = 0; cf->cycle->modules[i] != nullptr; ++i) {
        const ngx_module_t* module = cf->cycle->modules[i];
        if (module->type == NGX_HTTP_MODULE && name == module->name) {
            return confs[module->ctx_index];
        }
    }
    return nullptr;
}

// nginx's modules access, auth_basic and auth_request declare their structs in their sources, not in headers. The code
// below repeats how the structs begin in nginx 1.22 to 1.28. The trap: a version that puts other members there makes
// the warning wrong. t/status/status.t tests each of the three modules.

constexpr std::size_t access_families = 1  // IPv4
#if (NGX_HAVE_INET6)
                                        + 1
#endif
#if (NGX_HAVE_UNIX_DOMAIN)
                                        + 1
#endif
    ;

struct AccessModule {
    ngx_array_t* rules[access_families];
};

bool has_address_rules(const ngx_conf_t* cf, void** confs) noexcept {
    const auto* access = static_cast<const AccessModule*>(conf_of_module(cf, confs, "ngx_http_access_module"));
    return access != nullptr && std::any_of(std::begin(access->rules), std::end(access->rules),
                                            [](const ngx_array_t* rules) { return rules != nullptr; });
}

bool has_password(const ngx_conf_t* cf, void** confs) noexcept {
    const auto* realm =
        static_cast<ngx_http_complex_value_t* const*>(conf_of_module(cf, confs, "ngx_http_auth_basic_module"));
    return realm != nullptr && *realm != nullptr && *realm != NGX_CONF_UNSET_PTR && view((*realm)->value) != "off";
}

bool has_auth_request(const ngx_conf_t* cf, void** confs) noexcept {
    const auto* uri = static_cast<const ngx_str_t*>(conf_of_module(cf, confs, "ngx_http_auth_request_module"));
    return uri != nullptr && uri->len != 0;
}

bool has_key(void** confs) noexcept {
    const auto* conf = static_cast<const LocationConf*>(confs[ngx_http_bizrec_module.ctx_index]);
    return conf->access != nullptr && conf->access != &access_off;
}

void warn_of_open_status(ngx_conf_t* cf, const StatusLocation& location) noexcept {
    if (has_address_rules(cf, location.confs) || has_password(cf, location.confs) ||
        has_auth_request(cf, location.confs) || has_key(location.confs)) {
        return;
    }
    const auto* core = static_cast<const ngx_http_core_loc_conf_t*>(location.confs[ngx_http_core_module.ctx_index]);
    ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                  "\"bizrec_status\" in location \"%V\" is open to all who reach it: guard it with \"allow 127.0.0.1; "
                  "deny all;\", with auth_basic or auth_request in %V:%ui",
                  &core->name, &location.file, location.line);
}

}  // namespace

char* set_status(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept {
    auto* location = static_cast<LocationConf*>(conf);
    if (location->has_status) {
        return explained("is duplicate");
    }
    if (char* refused = claim_location(cf, command, location, status_handler); refused != NGX_CONF_OK) {
        return refused;
    }
    location->has_status = true;
    auto* main = static_cast<MainConf*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_bizrec_module));
    return guard("bizrec_status", cf->log, failed(), [&]() -> char* {
        auto** confs = static_cast<ngx_http_conf_ctx_t*>(cf->ctx)->loc_conf;
        main->status_locations.push_back({confs, location->file, location->line});
        return main->status.add_zone(cf) ? NGX_CONF_OK : failed();
    });
}

bool prepare_status(ngx_conf_t* cf) noexcept {
    auto* conf = static_cast<MainConf*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_bizrec_module));
    if (!conf->status.is_used()) {
        return true;
    }
    if (ngx_process != NGX_PROCESS_SIGNALLER) {
        for (const StatusLocation& location : conf->status_locations) {
            warn_of_open_status(cf, location);
        }
    }
    auto* core = static_cast<ngx_http_core_main_conf_t*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
    auto* handler = static_cast<ngx_http_handler_pt*>(ngx_array_push(&core->phases[NGX_HTTP_LOG_PHASE].handlers));
    if (handler == nullptr) {
        return false;
    }
    *handler = count_request;
    return true;
}

}  // namespace bizrec::ngx
