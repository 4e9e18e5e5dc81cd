#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/ledger/charge.hpp"
#include "ngx_bizrec_module/ngx.hpp"

namespace bizrec::ngx {

class CreditLedger;
struct LocationConf;
struct RequestContext;

/// The price of one request: which account pays, and the amount charged.
class RequestCharge {
public:
    RequestCharge() = default;
    /// Runs after the request has been logged. Gives the slot back, and also a charge that is still reserved.
    ~RequestCharge();
    RequestCharge(const RequestCharge&) = delete;
    RequestCharge& operator=(const RequestCharge&) = delete;

    const LocationConf* location = nullptr;  ///< the priced location whose team pays; null = none so far
    ledger::Account* account = nullptr;
    bool is_free = false;  ///< the team has no account, and the location's rule lets it pass

    ledger::Millicredits charged = 0;
    ledger::Millicredits remaining = 0;          ///< as of the last look-up or charge
    std::optional<ledger::Millicredits> needed;  ///< the amount that a 402 asked for; empty: no such 402
    std::int64_t charged_unix_ms = 0;            ///< 0 = no charge

    /// the charge that is not booked yet, because its answer is being sent
    std::optional<ledger::Charge> reserved;

    ledger::ChargeSlot* slot = nullptr;
    CreditLedger* slot_ledger = nullptr;  ///< the owner of `slot`
};

/// Whether rows of the location are charged: it has a price above 0 and a ledger.
bool is_priced(const LocationConf& conf) noexcept;

/// Access phase, after the team is known: looks up the team's account. Returns NGX_OK if the team has credit left, or
/// if it has no account and the rule makes its rows free. Otherwise 402; or 503 if nothing can be charged at the
/// moment; or 500 if there is no memory.
ngx_int_t open_account(ngx_http_request_t* r, const LocationConf& conf, std::string_view team);

/// Reserves the charge for rows that are ready to be sent; settle_charge() books it or gives it back. Returns nothing
/// if the rows may be sent, otherwise the refusal that replaces them: 402, or 503 if nothing can be charged at the
/// moment.
std::optional<api::ApiError> charge_for_rows(ngx_http_request_t* r, RequestContext& context, std::uint64_t rows);

/// The credits that `rows` rows of the location cost, as a number in JSON; "0" if they have no price.
std::string price_of_rows(const LocationConf& conf, std::uint64_t rows);

/// Books the charge if the answer went out, or gives it back if a filter refused the answer.
void settle_charge(RequestCharge& of, bool is_delivered) noexcept;

/// The 402 of this request. If the charge was refused for lack of credits, it states the credits needed and remaining.
api::ApiError credit_error(const RequestContext& context);

/// Removes the headers of add_credit_headers(), because a filter has refused the answer to which they belong.
void strike_credit_headers(ngx_http_request_t* r) noexcept;

/// Adds X-Credits-Charged, and X-Credits-Remaining if the balance is known, to an answer of a priced location. Adds
/// nothing to other answers and to subrequests. Returns false if there is no memory.
bool add_credit_headers(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
