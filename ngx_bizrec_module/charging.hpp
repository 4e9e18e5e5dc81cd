#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/ledger/charge.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

class CreditLedger;
struct LocationConf;
struct RequestContext;

/// bizrec_credits, where it holds.
struct CreditRule {
    CreditLedger* ledger;  ///< null = `off`
    bool is_unknown_free;  ///< a team without an account pays nothing
};

/// What the module knows of the price of one request: who pays, and what was charged.
class RequestCharge {
public:
    RequestCharge() = default;
    ~RequestCharge();  ///< the request is logged: its charge needs no name any more
    RequestCharge(const RequestCharge&) = delete;
    RequestCharge& operator=(const RequestCharge&) = delete;

    const CreditRule* rule = nullptr;  ///< null = no priced location so far
    ledger::Account* account = nullptr;
    bool is_free = false;  ///< no account, which the rule lets pass

    ledger::Millicredits charged = 0;
    ledger::Millicredits remaining = 0;          ///< when it was last looked at
    std::optional<ledger::Millicredits> needed;  ///< what a 402 was about
    std::int64_t charged_unix_ms = 0;            ///< 0 = nothing charged

    std::optional<ledger::Charge> reserved;  ///< is not booked: its answer is being sent

    ledger::ChargeSlot* slot = nullptr;
    CreditLedger* slot_ledger = nullptr;  ///< whose it is
};

/// Whether the location's rows have a price.
bool is_priced(const LocationConf& conf) noexcept;

/// Access phase, after the team is known: looks its account up. NGX_OK; or 402, where it has none or nothing is left
/// of it; or 503, where nothing can be charged at the moment.
ngx_int_t open_account(ngx_http_request_t* r, const LocationConf& conf, std::string_view team);

/// Charges for rows that are ready to be sent, until settle_charge() says what became of them. Nothing: they may go.
/// Else the refusal in their place.
std::optional<api::ApiError> charge_for_rows(ngx_http_request_t* r, RequestContext& context, std::uint64_t rows);

/// Whether the answer went out, or a filter has refused it: books its charge, or gives it back.
void settle_charge(RequestCharge& of, bool is_delivered) noexcept;

/// The 402 of this request with its figures, in place of the plain one.
api::ApiError credit_error(const RequestContext& context);

/// Takes them back, where a filter has refused the answer behind them.
void strike_credit_headers(ngx_http_request_t* r) noexcept;

/// X-Credits-Charged and X-Credits-Remaining of an answer of a priced location. False: no memory.
bool add_credit_headers(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
