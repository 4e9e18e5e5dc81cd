#include "conf.hpp"

#include "guard.hpp"
#include "pool_object.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

char* failed() noexcept {
    return static_cast<char*>(NGX_CONF_ERROR);
}

/// A body above the endpoint's limit is refused before it is read: by nginx itself, in the phase before all others, so
/// that 413 comes first in the order of verdicts and a chunked body is never spooled without bound.
void bound_body(ngx_http_core_loc_conf_t* core) noexcept {
    constexpr off_t limit = api::enrich_body_limit;
    if (core->client_max_body_size == 0 || core->client_max_body_size > limit) {
        core->client_max_body_size = limit;
    }
}

char* check_endpoint(ngx_conf_t* cf, const LocationConf& conf, const ngx_http_core_loc_conf_t& core) {
    if (conf.index != nullptr) {
        return NGX_CONF_OK;
    }
    ngx_log_error(NGX_LOG_EMERG, cf->log, 0,
                  "\"%V\" in location \"%V\" has no index: \"bizrec_index PATH;\" is missing in %V:%ui",
                  &conf.endpoint_name, &core.name, &conf.file, conf.line);
    return failed();
}

char* merge(ngx_conf_t* cf, const LocationConf& parent, LocationConf& conf) {
    auto* core = static_cast<ngx_http_core_loc_conf_t*>(ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module));
    if (conf.index == nullptr) {
        conf.index = parent.index;
    }
    if (conf.access == nullptr) {
        conf.access = parent.access;
    }
    if (core->noname && conf.endpoint == nullptr && parent.endpoint != nullptr) {
        conf.endpoint = parent.endpoint;  // an `if` or `limit_except` inside the endpoint's location is still it
        conf.endpoint_name = parent.endpoint_name;
        conf.file = parent.file;
        conf.line = parent.line;
        core->handler = parent.endpoint;
    }
    if (conf.endpoint == nullptr) {
        conf.error_pages = core->error_pages;
        return NGX_CONF_OK;
    }
    bound_body(core);
    // A page that the whole site inherits is for people; who calls the endpoint gets JSON. A page named in the very
    // location is somebody's intention and stays.
    if (core->error_pages == parent.error_pages) {
        core->error_pages = nullptr;
    }
    return check_endpoint(cf, conf, *core);
}

}  // namespace

AccessRule access_off{};

ServedIndex& MainConf::index_of(std::string_view path) {
    for (const auto& index : indexes) {
        if (index->path() == path) {
            return *index;
        }
    }
    return *indexes.emplace_back(std::make_unique<ServedIndex>(std::string(path)));
}

MainConf* main_conf(ngx_cycle_t* cycle) noexcept {
    if (ngx_get_conf(cycle->conf_ctx, ngx_http_module) == nullptr) {
        return nullptr;
    }
    return static_cast<MainConf*>(ngx_http_cycle_get_module_main_conf(cycle, ngx_http_bizrec_module));
}

MainConf* main_conf(ngx_http_request_t* r) noexcept {
    return static_cast<MainConf*>(ngx_http_get_module_main_conf(r, ngx_http_bizrec_module));
}

LocationConf* location_conf(ngx_http_request_t* r) noexcept {
    return static_cast<LocationConf*>(ngx_http_get_module_loc_conf(r, ngx_http_bizrec_module));
}

void* create_main_conf(ngx_conf_t* cf) noexcept {
    return guard<void*>("configuration", cf->log, nullptr, [cf] { return make_in_pool<MainConf>(cf->pool); });
}

void* create_location_conf(ngx_conf_t* cf) noexcept {
    return ngx_pcalloc(cf->pool, sizeof(LocationConf));
}

char* merge_location_conf(ngx_conf_t* cf, void* parent, void* child) noexcept {
    return merge(cf, *static_cast<LocationConf*>(parent), *static_cast<LocationConf*>(child));
}

}  // namespace bizrec::ngx
