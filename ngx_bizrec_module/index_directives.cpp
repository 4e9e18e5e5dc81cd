#include "directives.hpp"

#include <string_view>
#include <utility>

#include "conf.hpp"
#include "directive_tools.hpp"
#include "guard.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

/// Reads "missing=fail|503". On failure logs a message and returns false.
bool read_missing(ngx_conf_t* cf, bool* may_be_missing) noexcept {
    if (cf->args->nelts < 3) {
        return true;
    }
    ngx_str_t* argument = &arguments(cf)[2];
    *may_be_missing = view(*argument) == "missing=503";
    if (*may_be_missing || view(*argument) == "missing=fail") {
        return true;
    }
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                       "bizrec_index: \"missing=fail\" or \"missing=503\" was expected, \"%V\" came", argument);
    return false;
}

/// Sets `setting` to the value that the directive's argument names. `expected`: the directive's name and its allowed
/// values, for a message.
template <class Value, std::size_t size>
char* set_one_of(ngx_conf_t* cf, ngx_uint_t& setting, const std::pair<const char*, Value> (&values)[size],
                 const char* expected) noexcept {
    ngx_str_t* given = &arguments(cf)[1];
    if (setting != NGX_CONF_UNSET_UINT) {
        return explained("is duplicate");
    }
    for (const auto& [name, value] : values) {
        if (view(*given) == name) {
            setting = static_cast<ngx_uint_t>(value);
            return NGX_CONF_OK;
        }
    }
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "%s was expected, \"%V\" came", expected, given);
    return failed();
}

}  // namespace

char* set_index(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    return guard("bizrec_index", cf->log, failed(), [&]() -> char* {
        auto* location = static_cast<LocationConf*>(conf);
        if (location->index != nullptr) {
            return explained("is duplicate");
        }
        ngx_str_t path = arguments(cf)[1];
        if (path.len == 0) {
            return explained("needs the path of an index file");
        }
        if (ngx_http_script_variables_count(&path) != 0) {
            return explained("takes no variables: the file is checked before the first request");
        }
        bool may_be_missing = false;
        if (!read_missing(cf, &may_be_missing) || ngx_conf_full_name(cf->cycle, &path, 0) != NGX_OK) {
            return failed();
        }
        auto* main = static_cast<MainConf*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_bizrec_module));
        if (!main->results.add_zone(cf)) {
            return failed();
        }
        location->index = &main->index_of(view(path), *cf->conf_file);
        location->index->name(may_be_missing);
        return NGX_CONF_OK;
    });
}

char* set_index_interval(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto* location = static_cast<LocationConf*>(conf);
    ngx_str_t* value = &arguments(cf)[1];
    if (location->index_interval != NGX_CONF_UNSET_MSEC) {
        return explained("is duplicate");
    }
    if (view(*value) == "off") {
        location->index_interval = IndexSettings::never;
        return NGX_CONF_OK;
    }
    const ngx_int_t interval = ngx_parse_time(value, 0);
    if (interval == NGX_ERROR || interval == 0) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "bizrec_index_interval: a time above 0 such as \"1s\" or \"500ms\", or \"off\" was "
                           "expected, \"%V\" came",
                           value);
        return failed();
    }
    location->index_interval = static_cast<ngx_msec_t>(interval);
    return NGX_CONF_OK;
}

char* set_index_trust(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    return guard("bizrec_index_trust", cf->log, failed(), [&]() -> char* {
        auto* location = static_cast<LocationConf*>(conf);
        ngx_str_t path = arguments(cf)[1];
        if (location->index_trust != NGX_CONF_UNSET_PTR) {
            return explained("is duplicate");
        }
        if (path.len == 0) {
            return explained("needs the path of a file of public keys, or off");
        }
        location->index_trust = nullptr;
        if (view(path) == "off" || ngx_process == NGX_PROCESS_SIGNALLER) {
            return NGX_CONF_OK;
        }
        if (ngx_conf_full_name(cf->cycle, &path, 1) != NGX_OK) {
            return failed();
        }
        auto* main = static_cast<MainConf*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_bizrec_module));
        const auto keys = main->keys_of(std::string(view(path)));
        if (!keys) {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "bizrec_index_trust: %s", keys.error().message.c_str());
            return failed();
        }
        location->index_trust = keys.value();
        return NGX_CONF_OK;
    });
}

char* set_index_memory(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    constexpr std::pair<const char*, IndexMemory> values[] = {
        {"off", IndexMemory::off}, {"prefault", IndexMemory::prefault}, {"lock", IndexMemory::lock}};
    return set_one_of(cf, static_cast<LocationConf*>(conf)->index_memory, values,
                      "bizrec_index_memory: \"off\", \"prefault\" or \"lock\"");
}

char* set_index_check(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    constexpr std::pair<const char*, IndexCheck> values[] = {{"verdict", IndexCheck::verdict},
                                                             {"full", IndexCheck::full}};
    return set_one_of(cf, static_cast<LocationConf*>(conf)->index_check, values,
                      "bizrec_index_check: \"verdict\" or \"full\"");
}

}  // namespace bizrec::ngx
