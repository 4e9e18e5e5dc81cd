#include "directives.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "conf.hpp"
#include "counting_rate.hpp"
#include "credits.hpp"
#include "default_pool.hpp"
#include "directive_tools.hpp"
#include "endpoints.hpp"
#include "status.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

char* set_enrich_company(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept {
    return set_endpoint(cf, command, static_cast<LocationConf*>(conf), enrich_company);
}

char* set_enrich_batch(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept {
    return set_endpoint(cf, command, static_cast<LocationConf*>(conf), enrich_batch);
}

char* set_records(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept {
    return set_endpoint(cf, command, static_cast<LocationConf*>(conf), records);
}

char* set_changes(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept {
    return set_endpoint(cf, command, static_cast<LocationConf*>(conf), changes);
}

template <const Endpoint& endpoint>
char* set_search(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept {
    auto* location = static_cast<LocationConf*>(conf);
    char* result = set_endpoint(cf, command, location, endpoint);
    if (result != NGX_CONF_OK) {
        return result;
    }
    if (cf->args->nelts == 1) {
        location->max_limit.fixed = api::default_search_limit;
        return NGX_CONF_OK;
    }
    return read_max_limit(cf, &arguments(cf)[1], &location->max_limit) ? NGX_CONF_OK : failed();
}

template <std::size_t LocationConf::*Member>
char* set_answer_size(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept {
    constexpr ssize_t least = 4096, greatest = 1 << 30;
    std::size_t& member = static_cast<LocationConf*>(conf)->*Member;
    ngx_str_t* value = &arguments(cf)[1];
    if (member != NGX_CONF_UNSET_SIZE) {
        return explained("is duplicate");
    }
    ssize_t size = ngx_parse_size(value);
    if (size < least || size > greatest) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "%V: a size from 4k to 1024m such as \"32m\" was expected, \"%V\" came", &command->name,
                           value);
        return failed();
    }
    member = static_cast<std::size_t>(size);
    return NGX_CONF_OK;
}

/// The smallest accepted value of bizrec_search_max_work, in steps. The most expensive usual request takes fewer. A
/// smaller value would refuse requests that the operator means to allow.
constexpr ngx_int_t min_max_work = 1'000'000;

template <ngx_int_t LocationConf::*Member, ngx_int_t min>
char* set_search_work(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept {
    ngx_int_t& steps = static_cast<LocationConf*>(conf)->*Member;
    ngx_str_t* value = &arguments(cf)[1];
    if (steps != NGX_CONF_UNSET) {
        return explained("is duplicate");
    }
    steps = ngx_atoi(value->data, value->len);
    if (steps == NGX_ERROR || steps < min) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           min == 0
                               ? "%V: a number of steps such as \"50000\" was expected, \"%V\" came"
                               : "%V: a number of steps from 1000000 such as \"12000000\" was expected, \"%V\" came",
                           &command->name, value);
        return failed();
    }
    return NGX_CONF_OK;
}

/// Warns if nginx's own pool is used and no `thread_pool default ...;` above the http block has given it another size.
[[maybe_unused]] void warn_of_unbounded_pool(ngx_conf_t* cf, ngx_str_t name) noexcept {
    if (view(name) != "default" || !is_pool_unknown(cf, name) || ngx_process == NGX_PROCESS_SIGNALLER) {
        return;
    }
    ngx_conf_log_error(NGX_LOG_WARN, cf, 0,
                       "bizrec_search_thread_pool: nginx's own pool \"default\" has 32 threads and a queue of 65536, "
                       "which is no bound; leave the directive out for the bounded pool \"%s\", or write "
                       "\"thread_pool default threads=2 max_queue=128;\" above the http block",
                       default_pool_name);
}

char* set_search_thread_pool(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto* location = static_cast<LocationConf*>(conf);
    ngx_str_t* name = &arguments(cf)[1];
    if (location->thread_pool != NGX_CONF_UNSET_PTR) {
        return explained("is duplicate");
    }
    if (name->len == 0) {
        return explained("needs the name of a thread_pool, or off");
    }
    if (view(*name) == "off") {
        location->thread_pool = nullptr;
        return NGX_CONF_OK;
    }
#if (NGX_THREADS)
    warn_of_unbounded_pool(cf, *name);
    const bool is_default = view(*name) == default_pool_name;
    // nginx rejects an unknown pool at the end of the configuration
    location->thread_pool = is_default ? default_pool(cf) : ngx_thread_pool_add(cf, name);
    return location->thread_pool == nullptr ? failed() : NGX_CONF_OK;
#else
    return explained("needs an nginx that was built with threads; this one accepts only off");
#endif
}

char* set_search_deadline(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto* location = static_cast<LocationConf*>(conf);
    ngx_str_t* value = &arguments(cf)[1];
    if (location->deadline != NGX_CONF_UNSET_MSEC) {
        return explained("is duplicate");
    }
    const ngx_int_t deadline = ngx_parse_time(value, 0);
    if (deadline == NGX_ERROR) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "bizrec_search_deadline: a time such as \"1s\" or \"500ms\", or \"0\" for none, was "
                           "expected, \"%V\" came",
                           value);
        return failed();
    }
    location->deadline = static_cast<ngx_msec_t>(deadline);
    return NGX_CONF_OK;
}

char* set_search_team_queue(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto* location = static_cast<LocationConf*>(conf);
    ngx_str_t* value = &arguments(cf)[1];
    if (location->team_queue != NGX_CONF_UNSET) {
        return explained("is duplicate");
    }
    const bool is_off = view(*value) == "off";
    location->team_queue = is_off ? NGX_MAX_INT_T_VALUE : ngx_atoi(value->data, value->len);
    if (location->team_queue < 1) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "bizrec_search_team_queue: a number of requests, 1 or more, such as \"64\", or \"off\" was "
                           "expected, \"%V\" came",
                           value);
        return failed();
    }
    return NGX_CONF_OK;
}

/// Reads one of the options of bizrec_access. On failure logs a message and returns false.
bool read_access_option(ngx_conf_t* cf, ngx_str_t* argument, AccessRule* rule) noexcept {
    const std::pair<std::string_view, ngx_http_complex_value_t**> options[] = {
        {"expires=", &rule->expires},
        {"forbidden=", &rule->forbidden},
        {"exhausted=", &rule->exhausted},
    };
    for (const auto& [name, value] : options) {
        if (starts_with(view(*argument), name) && *value == nullptr) {
            *value = compile_value(cf, view(*argument).substr(name.size()));
            return *value != nullptr;
        }
    }
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                       "bizrec_access: \"expires=VALUE\", \"forbidden=VALUE\" or \"exhausted=VALUE\", each once, was "
                       "expected, \"%V\" came",
                       argument);
    return false;
}

char* set_access(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto* location = static_cast<LocationConf*>(conf);
    if (location->access != nullptr) {
        return explained("is duplicate");
    }
    ngx_str_t* argument = arguments(cf);
    if (cf->args->nelts == 2 && view(argument[1]) == "off") {
        location->access = &access_off;
        return NGX_CONF_OK;
    }
    auto* rule = static_cast<AccessRule*>(ngx_pcalloc(cf->pool, sizeof(AccessRule)));
    if (rule == nullptr) {
        return failed();
    }
    rule->team = compile_value(cf, view(argument[1]));
    if (rule->team == nullptr) {
        return failed();
    }
    if (rule->team->lengths == nullptr) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "bizrec_access: a TEAM with a variable such as \"$team\", or \"off\" was expected, \"%V\" "
                           "came, which would be the team of every request",
                           &argument[1]);
        return failed();
    }
    for (ngx_uint_t i = 2; i < cf->args->nelts; ++i) {
        if (!read_access_option(cf, &argument[i], rule)) {
            return failed();
        }
    }
    location->access = rule;
    return NGX_CONF_OK;
}

constexpr ngx_uint_t everywhere = NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF;

}  // namespace

char* claim_location(ngx_conf_t* cf, ngx_command_t* command, LocationConf* location,
                     ngx_http_handler_pt handler) noexcept {
    auto* core = static_cast<ngx_http_core_loc_conf_t*>(ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module));
    if (core->handler != nullptr) {
        return explained(
            "stands in a location whose requests another directive (proxy_pass, fastcgi_pass, empty_gif, "
            "...) answers");
    }
    location->endpoint_name = command->name;
    location->file = cf->conf_file->file.name;
    location->line = cf->conf_file->line;
    core->handler = handler;
    return NGX_CONF_OK;
}

char* set_endpoint(ngx_conf_t* cf, ngx_command_t* command, LocationConf* location, const Endpoint& endpoint) noexcept {
    if (location->endpoint != nullptr) {
        return explained("is duplicate");
    }
    char* result = claim_location(cf, command, location, endpoint_handler);
    location->endpoint = result == NGX_CONF_OK ? &endpoint : nullptr;
    return result;
}

namespace {

const ngx_command_t own_directives[] = {
    {ngx_string("bizrec_index"), everywhere | NGX_CONF_TAKE12, set_index, NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
    {ngx_string("bizrec_index_interval"), everywhere | NGX_CONF_TAKE1, set_index_interval, NGX_HTTP_LOC_CONF_OFFSET, 0,
     nullptr},
    {ngx_string("bizrec_index_trust"), everywhere | NGX_CONF_TAKE1, set_index_trust, NGX_HTTP_LOC_CONF_OFFSET, 0,
     nullptr},
    {ngx_string("bizrec_index_memory"), everywhere | NGX_CONF_TAKE1, set_index_memory, NGX_HTTP_LOC_CONF_OFFSET, 0,
     nullptr},
    {ngx_string("bizrec_index_check"), everywhere | NGX_CONF_TAKE1, set_index_check, NGX_HTTP_LOC_CONF_OFFSET, 0,
     nullptr},
    {ngx_string("bizrec_enrich_company"), NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS, set_enrich_company,
     NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
    {ngx_string("bizrec_enrich_batch"), NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS, set_enrich_batch, NGX_HTTP_LOC_CONF_OFFSET,
     0, nullptr},
    {ngx_string("bizrec_search_only_ids"), NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS | NGX_CONF_TAKE1,
     set_search<search_only_ids>, NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
    {ngx_string("bizrec_search"), NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS | NGX_CONF_TAKE1, set_search<search>,
     NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
    {ngx_string("bizrec_records"), NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS, set_records, NGX_HTTP_LOC_CONF_OFFSET, 0,
     nullptr},
    {ngx_string("bizrec_changes"), NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS, set_changes, NGX_HTTP_LOC_CONF_OFFSET, 0,
     nullptr},
    {ngx_string("bizrec_answer_limit"), everywhere | NGX_CONF_TAKE1, set_answer_size<&LocationConf::answer_limit>,
     NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
    {ngx_string("bizrec_answer_buffer"), everywhere | NGX_CONF_TAKE1, set_answer_size<&LocationConf::answer_buffer>,
     NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
    {ngx_string("bizrec_search_explain"), everywhere | NGX_CONF_FLAG, ngx_conf_set_flag_slot, NGX_HTTP_LOC_CONF_OFFSET,
     offsetof(LocationConf, explain), nullptr},
    {ngx_string("bizrec_search_inline_work"), everywhere | NGX_CONF_TAKE1,
     set_search_work<&LocationConf::inline_work, 0>, NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
    {ngx_string("bizrec_search_max_work"), everywhere | NGX_CONF_TAKE1,
     set_search_work<&LocationConf::max_work, min_max_work>, NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
    {ngx_string("bizrec_search_thread_pool"), everywhere | NGX_CONF_TAKE1, set_search_thread_pool,
     NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
    {ngx_string("bizrec_search_deadline"), everywhere | NGX_CONF_TAKE1, set_search_deadline, NGX_HTTP_LOC_CONF_OFFSET,
     0, nullptr},
    {ngx_string("bizrec_search_team_queue"), everywhere | NGX_CONF_TAKE1, set_search_team_queue,
     NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
    {ngx_string("bizrec_counting_rate"), everywhere | NGX_CONF_TAKE23, set_counting_rate, NGX_HTTP_LOC_CONF_OFFSET, 0,
     nullptr},
    {ngx_string("bizrec_error_headers"), everywhere | NGX_CONF_FLAG, ngx_conf_set_flag_slot, NGX_HTTP_LOC_CONF_OFFSET,
     offsetof(LocationConf, error_headers), nullptr},
    {ngx_string("bizrec_status"), NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS, set_status, NGX_HTTP_LOC_CONF_OFFSET, 0,
     nullptr},
    {ngx_string("bizrec_access"), everywhere | NGX_CONF_TAKE1234, set_access, NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
};

}  // namespace

ngx_command_t directives[std::size(own_directives) + std::tuple_size_v<decltype(credits_directives())> + 1];

namespace {

// Fills `directives` when the module is loaded. The last entry stays empty: it marks the end of the table for nginx.
[[maybe_unused]] const ngx_command_t* const end_of_directives = [] {
    const auto added = credits_directives();
    auto* const end = std::copy(std::begin(own_directives), std::end(own_directives), directives);
    return std::copy(added.begin(), added.end(), end);
}();

}  // namespace
}  // namespace bizrec::ngx
