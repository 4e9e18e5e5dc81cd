#include "conf.hpp"

#include <algorithm>

#include "default_pool.hpp"
#include "directive_tools.hpp"
#include "guard.hpp"
#include "pool_object.hpp"
#include "request_context.hpp"
#include "status.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

/// Default of bizrec_search_inline_work, in steps of usually 1 to 5 ns (docs/directives.md). By the time of these
/// steps, 0.05 to 0.25 ms, one request may delay every other request of the worker. The worst body that `make
/// attack-work` has found took 1 ms.
constexpr ngx_int_t default_inline_work = 50'000;
/// Default of bizrec_search_max_work, in steps. By the time of these steps, 12 to 60 ms, one request may delay another
/// team's request.
constexpr ngx_int_t default_max_work = 12'000'000;
constexpr std::size_t default_answer_buffer = 256U << 10;

constexpr ngx_msec_t default_index_interval_ms = 1000;

constexpr ngx_msec_t default_deadline_ms = 1000;

/// Default of bizrec_search_team_queue, in requests: half of `max_queue` in the shipped configuration (conf/), so that
/// no team fills the queue.
constexpr ngx_int_t default_team_queue = 64;

/// Lowers client_max_body_size to the endpoint's limit. nginx then refuses a larger body itself, before it reads the
/// body and before the phases of all other refusals. So 413 comes first, and a chunked body is never spooled without
/// bound.
void bound_body(ngx_http_core_loc_conf_t* core, const Endpoint& endpoint) noexcept {
    auto limit = static_cast<off_t>(endpoint.body_limit);
    if (core->client_max_body_size == 0 || core->client_max_body_size > limit) {
        core->client_max_body_size = limit;
    }
}

/// Removes inherited error pages from an endpoint, because the site's error pages are for people, and clients of the
/// endpoint get JSON. A page named in the endpoint's own location is intended and stays. Locations inside the
/// endpoint's location that are no endpoints inherit as usual.
void merge_error_pages(const LocationConf& parent, LocationConf& conf, ngx_http_core_loc_conf_t& core) noexcept {
    conf.error_pages = core.error_pages != nullptr ? core.error_pages : parent.error_pages;
    if (conf.endpoint == nullptr) {
        core.error_pages = conf.error_pages;
    } else if (!core.noname && core.error_pages == parent.error_pages) {
        core.error_pages = nullptr;
    }
}

char* refuse_other_handler(ngx_conf_t* cf, const LocationConf& conf, const ngx_http_core_loc_conf_t& core) noexcept {
    ngx_log_error(NGX_LOG_EMERG, cf->log, 0,
                  "\"%V\" in location \"%V\": a directive below it (proxy_pass, fastcgi_pass, empty_gif, ...) answers "
                  "all requests of this location in its place in %V:%ui",
                  &conf.endpoint_name, &core.name, &conf.file, conf.line);
    return failed();
}

char* check_endpoint(ngx_conf_t* cf, const LocationConf& conf, const ngx_http_core_loc_conf_t& core) {
    if (conf.index == nullptr) {
        ngx_log_error(NGX_LOG_EMERG, cf->log, 0,
                      "\"%V\" in location \"%V\" has no index: \"bizrec_index PATH;\" is missing in %V:%ui",
                      &conf.endpoint_name, &core.name, &conf.file, conf.line);
        return failed();
    }
    const char* differs =
        conf.index->use({conf.index_interval, conf.index_trust, static_cast<IndexMemory>(conf.index_memory),
                         static_cast<IndexCheck>(conf.index_check)});
    if (differs != nullptr) {
        ngx_log_error(NGX_LOG_EMERG, cf->log, 0,
                      "\"%V\" in location \"%V\": another location uses the index \"%s\" with another \"%s\", "
                      "which must be the same for both in %V:%ui",
                      &conf.endpoint_name, &core.name, conf.index->path().c_str(), differs, &conf.file, conf.line);
        return failed();
    }
    return NGX_CONF_OK;
}

/// Warns of an endpoint without bizrec_access, which may be open by mistake. The module cannot see other protection
/// (auth_request, a firewall), so the operator confirms with `bizrec_access off`.
void warn_of_open_endpoint(ngx_conf_t* cf, const LocationConf& conf, const ngx_http_core_loc_conf_t& core) noexcept {
    if (conf.access != nullptr || core.noname != 0 || ngx_process == NGX_PROCESS_SIGNALLER) {
        return;  // the warning for the enclosing location covers an `if` inside it
    }
    ngx_log_error(
        NGX_LOG_WARN, cf->log, 0,
        "\"%V\" in location \"%V\" asks for no key: write \"bizrec_access $bizrec_team;\" with a map of keys to "
        "teams, or confirm with \"bizrec_access off;\" that it is open to all who reach it in %V:%ui",
        &conf.endpoint_name, &core.name, &conf.file, conf.line);
}

/// Gives the default pool to a location that names none. Called only for endpoints, so that a server without endpoints
/// has no such pool and none of its threads. Returns false if there is no memory.
bool use_default_pool(ngx_conf_t* cf, LocationConf& conf) noexcept {
    if (conf.thread_pool != NGX_CONF_UNSET_PTR) {
        return true;
    }
    conf.thread_pool = default_pool(cf);
#if (NGX_THREADS)
    return conf.thread_pool != nullptr;
#else
    return true;
#endif
}

/// Makes an `if` or `limit_except` inside a status location a status location, too. Refuses a status location whose
/// requests another handler answers.
char* merge_status(ngx_conf_t* cf, const LocationConf& parent, LocationConf& conf,
                   ngx_http_core_loc_conf_t& core) noexcept {
    if (core.noname && core.handler == nullptr && parent.has_status) {
        core.handler = status_handler;
    }
    return conf.has_status && core.handler != status_handler ? refuse_other_handler(cf, conf, core) : NGX_CONF_OK;
}

char* merge(ngx_conf_t* cf, const LocationConf& parent, LocationConf& conf) {
    auto* core = static_cast<ngx_http_core_loc_conf_t*>(ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module));
    if (conf.index == nullptr) {
        conf.index = parent.index;
    }
    if (conf.access == nullptr) {
        conf.access = parent.access;
    }
    if (conf.counting_rates == nullptr) {
        conf.counting_rates = parent.counting_rates;
    }
    conf.credits.merge(parent.credits);
    ngx_conf_merge_msec_value(conf.index_interval, parent.index_interval, default_index_interval_ms);
    ngx_conf_merge_ptr_value(conf.index_trust, parent.index_trust, nullptr);
    ngx_conf_merge_uint_value(conf.index_memory, parent.index_memory, static_cast<ngx_uint_t>(IndexMemory::off));
    ngx_conf_merge_uint_value(conf.index_check, parent.index_check, static_cast<ngx_uint_t>(IndexCheck::verdict));
    ngx_conf_merge_size_value(conf.answer_limit, parent.answer_limit, api::default_answer_limit);
    ngx_conf_merge_size_value(conf.answer_buffer, parent.answer_buffer, default_answer_buffer);
    ngx_conf_merge_value(conf.error_headers, parent.error_headers, 0);
    ngx_conf_merge_value(conf.explain, parent.explain, 0);
    ngx_conf_merge_value(conf.inline_work, parent.inline_work, default_inline_work);
    ngx_conf_merge_value(conf.max_work, parent.max_work, default_max_work);
    ngx_conf_merge_msec_value(conf.deadline, parent.deadline, default_deadline_ms);
    ngx_conf_merge_value(conf.team_queue, parent.team_queue, default_team_queue);
    if (conf.thread_pool == NGX_CONF_UNSET_PTR) {
        conf.thread_pool = parent.thread_pool;
    }
    if (core->noname && core->handler == nullptr && parent.endpoint != nullptr) {
        conf.endpoint = parent.endpoint;  // an `if` or `limit_except` without its own handler is still the endpoint
        conf.endpoint_name = parent.endpoint_name;
        conf.file = parent.file;
        conf.line = parent.line;
        conf.max_limit = parent.max_limit;
        core->handler = endpoint_handler;
    }
    merge_error_pages(parent, conf, *core);
    if (char* refused = merge_status(cf, parent, conf, *core); conf.endpoint == nullptr) {
        return refused;
    }
    static_cast<MainConf*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_bizrec_module))->endpoints |=
        1U << place_of_endpoint(*conf.endpoint);
    if (core->handler != endpoint_handler) {
        return refuse_other_handler(cf, conf, *core);
    }
    warn_of_open_endpoint(cf, conf, *core);
    bound_body(core, *conf.endpoint);
    exempt_from_ssi(cf);
    if (char* refused = check_credits(cf, conf, *core); refused != NGX_CONF_OK || !conf.endpoint->kind) {
        return refused;
    }
    return use_default_pool(cf, conf) ? check_endpoint(cf, conf, *core) : failed();
}

}  // namespace

AccessRule access_off{};

ServedIndex& MainConf::index_of(std::string_view path, const ngx_conf_file_t& file) {
    for (const auto& index : indexes) {
        if (index->path() == path) {
            return *index;
        }
    }
    return *indexes.emplace_back(
        std::make_unique<ServedIndex>(std::string(path), std::string(view(file.file.name)), file.line));
}

const ServedIndex* MainConf::find_index(std::string_view path) const noexcept {
    const auto found =
        std::find_if(indexes.begin(), indexes.end(), [path](const auto& index) { return index->path() == path; });
    return found == indexes.end() ? nullptr : found->get();
}

Result<const store::TrustedKeys*> MainConf::keys_of(const std::string& path) {
    for (const auto& known : keys) {
        if (known->path() == path) {
            return known.get();
        }
    }
    auto loaded = store::TrustedKeys::load(path);
    if (!loaded) {
        return loaded.error();
    }
    return keys.emplace_back(std::make_unique<store::TrustedKeys>(std::move(loaded).value())).get();
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

const LocationConf* location_of_answer(ngx_http_request_t* r) noexcept {
    if (!r->post_action) {
        return location_conf(r);
    }
    const RequestContext* context = find_context(r);
    return context == nullptr ? nullptr : context->location;
}

void* create_main_conf(ngx_conf_t* cf) noexcept {
    return guard<void*>("configuration", cf->log, nullptr, [cf] { return make_in_pool<MainConf>(cf->pool); });
}

void* create_location_conf(ngx_conf_t* cf) noexcept {
    auto* conf = static_cast<LocationConf*>(ngx_pcalloc(cf->pool, sizeof(LocationConf)));
    if (conf != nullptr) {
        conf->index_interval = NGX_CONF_UNSET_MSEC;
        conf->index_trust = static_cast<store::TrustedKeys*>(NGX_CONF_UNSET_PTR);
        conf->index_memory = NGX_CONF_UNSET_UINT;
        conf->index_check = NGX_CONF_UNSET_UINT;
        conf->answer_limit = NGX_CONF_UNSET_SIZE;
        conf->answer_buffer = NGX_CONF_UNSET_SIZE;
        conf->error_headers = NGX_CONF_UNSET;
        conf->explain = NGX_CONF_UNSET;
        conf->inline_work = NGX_CONF_UNSET;
        conf->max_work = NGX_CONF_UNSET;
        conf->deadline = NGX_CONF_UNSET_MSEC;
        conf->team_queue = NGX_CONF_UNSET;
        conf->credits.unset();
        conf->thread_pool = static_cast<ngx_thread_pool_s*>(NGX_CONF_UNSET_PTR);
    }
    return conf;
}

char* merge_location_conf(ngx_conf_t* cf, void* parent, void* child) noexcept {
    return merge(cf, *static_cast<LocationConf*>(parent), *static_cast<LocationConf*>(child));
}

}  // namespace bizrec::ngx
