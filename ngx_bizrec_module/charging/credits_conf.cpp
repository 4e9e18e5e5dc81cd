#include "ngx_bizrec_module/charging/credits_conf.hpp"

#include <algorithm>

#include "ngx_bizrec_module/conf.hpp"
#include "ngx_bizrec_module/directive_tools.hpp"
#include "ngx_bizrec_module/guard.hpp"

namespace bizrec::ngx {
namespace {

void say_of_location(ngx_conf_t* cf, ngx_uint_t level, const LocationConf& conf, const ngx_http_core_loc_conf_t& core,
                     const char* what) noexcept {
    ngx_log_error(level, cf->log, 0, "\"%V\" in location \"%V\" %s in %V:%ui", &conf.endpoint_name, &core.name, what,
                  &conf.file, conf.line);
}

}  // namespace

CreditRule credits_off{};

CreditLedger* CreditsMainConf::ledger_of(std::string_view path) const noexcept {
    const auto known =
        std::find_if(ledgers.begin(), ledgers.end(), [path](const auto& of) { return of->path() == path; });
    return known == ledgers.end() ? nullptr : known->get();
}

bool CreditsMainConf::prepare(ngx_conf_t* cf, const CreditsMainConf* before) const noexcept {
    return guard("credits", cf->log, false, [&] {
        return std::all_of(ledgers.begin(), ledgers.end(), [&](const auto& ledger) {
            return ledger->prepare(cf, ledgers, before == nullptr ? nullptr : &before->ledgers);
        });
    });
}

void CreditsMainConf::start(ngx_log_t* log) const noexcept {
    for (const auto& ledger : ledgers) {
        ledger->start(log);
    }
}

void CreditsMainConf::stop() const noexcept {
    for (const auto& ledger : ledgers) {
        ledger->stop();
    }
}

bool CreditsMainConf::may_charge() const noexcept {
    return std::all_of(ledgers.begin(), ledgers.end(), [](const auto& ledger) { return ledger->may_charge(); });
}

void CreditsLocationConf::unset() noexcept {
    price = NGX_CONF_UNSET;
}

void CreditsLocationConf::merge(const CreditsLocationConf& parent) noexcept {
    if (rule == nullptr) {
        rule = parent.rule;
    }
    if (price == NGX_CONF_UNSET) {
        price = parent.price;
    }
}

/// Checks that the team, the ledger and the price are configured together. These are errors: a balance endpoint without
/// a ledger; a balance endpoint or a priced location with a ledger and without a team. These are warnings, because the
/// rows are free: a price without a ledger, unless `bizrec_credits off` confirms it; a ledger without a price, unless
/// `bizrec_price 0` confirms it.
char* check_credits(ngx_conf_t* cf, const LocationConf& conf, const ngx_http_core_loc_conf_t& core) noexcept {
    const bool delivers_rows = conf.endpoint->kind.has_value();
    const bool has_ledger = conf.credits.rule != nullptr && conf.credits.rule != &credits_off;
    const bool has_price = conf.credits.price != NGX_CONF_UNSET && conf.credits.price > 0;
    const bool has_team = conf.access != nullptr && conf.access != &access_off;
    if (!delivers_rows && !has_ledger) {
        say_of_location(cf, NGX_LOG_EMERG, conf, core, "has no ledger: \"bizrec_credits LEDGER;\" is missing");
        return failed();
    }
    if (has_ledger && (has_price || !delivers_rows) && !has_team) {
        say_of_location(cf, NGX_LOG_EMERG, conf, core,
                        "has a ledger and no team that pays: \"bizrec_access $bizrec_team;\" is missing, or off");
        return failed();
    }
    if (!delivers_rows || core.noname != 0 || ngx_process == NGX_PROCESS_SIGNALLER) {
        return NGX_CONF_OK;
    }
    if (has_price && conf.credits.rule == nullptr) {
        say_of_location(cf, NGX_LOG_WARN, conf, core,
                        "has a price and no ledger, so its rows are free: write \"bizrec_credits LEDGER;\", or confirm "
                        "with \"bizrec_credits off;\"");
    } else if (has_ledger && conf.credits.price == NGX_CONF_UNSET) {
        say_of_location(cf, NGX_LOG_WARN, conf, core,
                        "has a ledger and no price, so its rows are free: write \"bizrec_price 1;\", or confirm with "
                        "\"bizrec_price 0;\"");
    }
    return NGX_CONF_OK;
}

}  // namespace bizrec::ngx
