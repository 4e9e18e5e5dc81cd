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
struct CreditRule;
struct LocationConf;
struct RequestContext;

/// The price of one request: which account pays, and the amount charged.
class RequestCharge {
public:
    RequestCharge() = default;
    ~RequestCharge();  ///< the request is logged, so its charge no longer needs a slot
    RequestCharge(const RequestCharge&) = delete;
    RequestCharge& operator=(const RequestCharge&) = delete;

    const CreditRule* rule = nullptr;  ///< null = no priced location so far
    ledger::Account* account = nullptr;
    bool is_free = false;  ///< there is no account, and the rule lets the request pass

    ledger::Millicredits charged = 0;
    ledger::Millicredits remaining = 0;          ///< as of the last look-up
    std::optional<ledger::Millicredits> needed;  ///< the amount that a 402 asked for
    std::int64_t charged_unix_ms = 0;            ///< 0 = no charge

    std::optional<ledger::Charge> reserved;  ///< not booked yet: its answer is being sent

    ledger::ChargeSlot* slot = nullptr;
    CreditLedger* slot_ledger = nullptr;  ///< the owner of `slot`
};

/// Whether the location's rows have a price.
bool is_priced(const LocationConf& conf) noexcept;

/// Access phase, after the team is known: looks up the team's account. Returns NGX_OK; or 402 if the team has no
/// account or no credit left; or 503 if nothing can be charged at the moment.
ngx_int_t open_account(ngx_http_request_t* r, const LocationConf& conf, std::string_view team);

/// Reserves the charge for rows that are ready to be sent; settle_charge() books it or gives it back. Returns nothing
/// if the rows may be sent, otherwise the refusal that replaces them.
std::optional<api::ApiError> charge_for_rows(ngx_http_request_t* r, RequestContext& context, std::uint64_t rows);

/// The credits that so many rows of the location cost, as a number in JSON.
std::string price_of_rows(const LocationConf& conf, std::uint64_t rows);

/// Books the charge if the answer went out, or gives it back if a filter refused the answer.
void settle_charge(RequestCharge& of, bool is_delivered) noexcept;

/// The 402 of this request with its figures; it replaces the plain one.
api::ApiError credit_error(const RequestContext& context);

/// Removes those headers if a filter has refused the answer that follows them.
void strike_credit_headers(ngx_http_request_t* r) noexcept;

/// Adds X-Credits-Charged and X-Credits-Remaining to an answer of a priced location. False: no memory.
bool add_credit_headers(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
