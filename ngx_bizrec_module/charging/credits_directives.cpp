#include "ngx_bizrec_module/charging/credits_directives.hpp"

#include <string_view>

#include "bizrec/base/ascii.hpp"
#include "bizrec/ledger/ledger.hpp"
#include "ngx_bizrec_module/conf.hpp"
#include "ngx_bizrec_module/directive_tools.hpp"
#include "ngx_bizrec_module/directives.hpp"
#include "ngx_bizrec_module/guard.hpp"
#include "ngx_bizrec_module/strings.hpp"

namespace bizrec::ngx {
namespace {

constexpr ngx_msec_t default_sync_ms = 1000;
// A tally is reused after two minutes; the writer must have read it before.
constexpr ngx_msec_t max_sync_ms = 30'000;

/// The options that follow the ledger's path.
struct CreditOptions {
    CreditSettings settings;
    bool is_unknown_free = false;
};

bool refuse_option(ngx_conf_t* cf, ngx_str_t* argument, const char* expected) noexcept {
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "bizrec_credits: %s was expected, \"%V\" came", expected, argument);
    return false;
}

bool read_time(ngx_conf_t* cf, ngx_str_t* argument, std::size_t prefix, ngx_msec_t* time) noexcept {
    ngx_str_t value{argument->len - prefix, argument->data + prefix};
    const ngx_int_t ms = ngx_parse_time(&value, 0);
    if (ms == NGX_ERROR || ms == 0) {
        return refuse_option(cf, argument, "a time above 0 such as \"sync=1s\" or \"unwritten=10m\"");
    }
    *time = static_cast<ngx_msec_t>(ms);
    return true;
}

/// Reads one option. Returns false after a message.
bool read_option(ngx_conf_t* cf, ngx_str_t* argument, CreditOptions* options) {
    constexpr std::string_view edge = "edge=", sync = "sync=", unknown = "unknown=", unwritten = "unwritten=";
    const std::string_view text = view(*argument);
    if (starts_with(text, edge)) {
        options->settings.edge = text.substr(edge.size());
        const std::string problem = ledger::problem_of_edge(options->settings.edge);
        return problem.empty() || refuse_option(cf, argument, "a name of 1 to 64 of the characters A-Z a-z 0-9 . _ -");
    }
    if (starts_with(text, sync)) {
        return read_time(cf, argument, sync.size(), &options->settings.sync) &&
               (options->settings.sync <= max_sync_ms || refuse_option(cf, argument, "\"sync=\" of 30s at most"));
    }
    if (starts_with(text, unwritten)) {
        return read_time(cf, argument, unwritten.size(), &options->settings.unwritten);
    }
    if (starts_with(text, unknown)) {
        options->is_unknown_free = text == "unknown=free";
        return options->is_unknown_free || text == "unknown=refuse" ||
               refuse_option(cf, argument, "\"unknown=refuse\" or \"unknown=free\"");
    }
    return refuse_option(cf, argument, "\"edge=NAME\", \"sync=TIME\", \"unknown=refuse|free\" or \"unwritten=TIME\"");
}

/// Returns the ledger of the path, which is added if it is new. Null, after a message, if another directive uses the
/// path with other settings: a process opens a ledger only once.
CreditLedger* obtain_ledger(ngx_conf_t* cf, std::string_view path, const CreditSettings& settings) {
    auto* main = static_cast<MainConf*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_bizrec_module));
    if (CreditLedger* known = main->credits.ledger_of(path)) {
        if (known->settings() == settings) {
            return known;
        }
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "bizrec_credits: \"%s\" is used elsewhere with another \"edge\", \"sync\" or \"unwritten\", "
                           "which must be the same for all",
                           known->path().c_str());
        return nullptr;
    }
    const ngx_conf_file_t& file = *cf->conf_file;
    return main->credits.ledgers
        .emplace_back(
            std::make_unique<CreditLedger>(std::string(path), settings, std::string(view(file.file.name)), file.line))
        .get();
}

char* set_credits(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    return guard("bizrec_credits", cf->log, failed(), [&]() -> char* {
        auto* location = static_cast<LocationConf*>(conf);
        if (location->credits.rule != nullptr) {
            return explained("is duplicate");
        }
        ngx_str_t path = arguments(cf)[1];
        if (cf->args->nelts == 2 && view(path) == "off") {
            location->credits.rule = &credits_off;
            return NGX_CONF_OK;
        }
        if (path.len == 0 || ngx_http_script_variables_count(&path) != 0) {
            return explained("needs the path of a ledger, without variables, or off");
        }
        CreditOptions options;
        options.settings.sync = default_sync_ms;
        for (ngx_uint_t i = 2; i < cf->args->nelts; ++i) {
            if (!read_option(cf, &arguments(cf)[i], &options)) {
                return failed();
            }
        }
        if (ngx_conf_full_name(cf->cycle, &path, 0) != NGX_OK) {
            return failed();
        }
        auto* rule = static_cast<CreditRule*>(ngx_pcalloc(cf->pool, sizeof(CreditRule)));
        if (rule == nullptr) {
            return failed();
        }
        rule->ledger = obtain_ledger(cf, view(path), options.settings);
        rule->is_unknown_free = options.is_unknown_free;
        location->credits.rule = rule;
        return rule->ledger == nullptr ? failed() : NGX_CONF_OK;
    });
}

char* set_price(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    constexpr ledger::Millicredits greatest = 1'000'000'000;  // a million credits: rows times price cannot overflow
    auto* location = static_cast<LocationConf*>(conf);
    if (location->credits.price != NGX_CONF_UNSET) {
        return explained("is duplicate");
    }
    ngx_str_t* value = &arguments(cf)[1];
    const auto price = ledger::parse_credits(view(*value));
    if (!price || *price < 0 || *price > greatest) {
        ngx_conf_log_error(
            NGX_LOG_EMERG, cf, 0,
            "bizrec_price: credits of a row, from 0 to 1000000 with at most three decimals, such as \"1\" "
            "or \"0.1\", were expected, \"%V\" came",
            value);
        return failed();
    }
    location->credits.price = *price;
    return NGX_CONF_OK;
}

char* set_credits_balance(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept {
    return set_endpoint(cf, command, static_cast<LocationConf*>(conf), credits_balance);
}

}  // namespace

std::array<ngx_command_t, 3> credits_directives() noexcept {
    constexpr ngx_uint_t everywhere = NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF;
    return {{
        {ngx_string("bizrec_credits"), everywhere | NGX_CONF_1MORE, set_credits, NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
        {ngx_string("bizrec_price"), everywhere | NGX_CONF_TAKE1, set_price, NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
        {ngx_string("bizrec_credits_balance"), NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS, set_credits_balance,
         NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},
    }};
}

}  // namespace bizrec::ngx
