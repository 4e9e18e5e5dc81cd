#pragma once

#include <string_view>
#include <vector>

#include "bizrec/ledger/millicredits.hpp"
#include "ngx_bizrec_module/charging/credit_ledger.hpp"
#include "ngx_bizrec_module/ngx.hpp"
#include "ngx_bizrec_module/status_snapshot.hpp"

namespace bizrec::ngx {

struct LocationConf;

/// The value of bizrec_credits in a location.
struct CreditRule {
    CreditLedger* ledger;  ///< null = `off`
    bool is_unknown_free;  ///< a team without an account pays nothing
};
extern CreditRule credits_off;

/// The part of MainConf that is about credits.
struct CreditsMainConf {
    CreditLedgers ledgers;  ///< one for each distinct path

    CreditLedger* ledger_of(std::string_view path) const noexcept;  ///< null: there is none yet

    /// Configuration phase, after all directives. `before`: this part of the running configuration, or null. Returns
    /// false, after a message, if the server may not start.
    bool prepare(ngx_conf_t* cf, const CreditsMainConf* before) const noexcept;

    /// Start and end of a worker.
    void start(ngx_log_t* log) const noexcept;
    void stop() const noexcept;

    /// Whether every ledger can be charged.
    bool may_charge() const noexcept;
};

/// The part of LocationConf that is about credits. Plain data.
struct CreditsLocationConf {
    CreditRule* rule;            ///< null = not configured; credits_off = `bizrec_credits off`
    ledger::Millicredits price;  ///< of a row; NGX_CONF_UNSET = not configured

    void unset() noexcept;
    void merge(const CreditsLocationConf& parent) noexcept;
};

/// Each ledger as the status shows it. Defined in ledger_status.cpp.
std::vector<LedgerSnapshot> read_ledgers(const CreditsMainConf& conf);

/// Checks the location of an endpoint, after the merge. An error is NGX_CONF_ERROR after a message.
char* check_credits(ngx_conf_t* cf, const LocationConf& conf, const ngx_http_core_loc_conf_t& core) noexcept;

}  // namespace bizrec::ngx
