#include "ngx_bizrec_module/charging/charging.hpp"

#include <algorithm>
#include <cstring>

#include "bizrec/base/hex.hpp"
#include "ngx_bizrec_module/charging/credit_ledger.hpp"
#include "ngx_bizrec_module/conf.hpp"
#include "ngx_bizrec_module/header_list.hpp"
#include "ngx_bizrec_module/request_context.hpp"
#include "ngx_bizrec_module/request_id.hpp"
#include "ngx_bizrec_module/strings.hpp"

namespace bizrec::ngx {
namespace {

using ledger::Millicredits;

constexpr std::string_view charged_header = "X-Credits-Charged";
constexpr std::string_view remaining_header = "X-Credits-Remaining";
constexpr ngx_int_t payment_required = 402;  // nginx defines no name for it

/// Makes an id for a request whose $request_id no log shows. The id only keeps charges distinct.
void make_own_id(unsigned char (&to)[16]) noexcept {
    static std::uint64_t charges = 0;  // number of ids that this worker has made
    const std::uint64_t id[2] = {static_cast<std::uint64_t>(ngx_pid), ++charges};
    static_assert(sizeof id == sizeof to);
    std::memcpy(to, id, sizeof to);
}

/// Copies nginx's $request_id, which the access log shows, and converts its 32 digits to bytes. If the configuration
/// never reads $request_id, no log has it, and an id of this worker's own is used: the random bytes of $request_id cost
/// more than the rest of a charge.
void copy_request_id(ngx_http_request_t* r, unsigned char (&to)[16]) noexcept {
    const std::string_view digits = configured_request_id(r);
    if (digits.empty()) {
        make_own_id(to);
        return;
    }
    std::fill(std::begin(to), std::end(to), static_cast<unsigned char>(0));
    for (std::size_t i = 0; i < sizeof to && 2 * i + 1 < digits.size(); ++i) {
        to[i] = static_cast<unsigned char>(std::max(0, hex_byte(digits, 2 * i)));
    }
}

std::int64_t now_unix_ms() noexcept {
    const ngx_time_t* now = ngx_timeofday();
    return std::int64_t{now->sec} * 1000 + static_cast<std::int64_t>(now->msec);
}

/// Records the charge in a slot of the shared memory, because the worker may die before the request is logged. If the
/// request was already charged before an internal redirect, frees the slot of that charge.
void name_charge(ngx_http_request_t* r, RequestCharge& of, CreditLedger& ledger,
                 const ledger::Charge& charge) noexcept {
    if (of.slot != nullptr) {
        of.slot_ledger->give_back(of.slot);
    }
    of.slot_ledger = &ledger;
    of.slot = of.slot_ledger->take_slot();
    ledger::ChargeSlot* const slot = of.slot;
    if (slot == nullptr) {
        return;
    }
    slot->account = static_cast<std::uint32_t>(ledger.accounts().number_of(*of.account));
    slot->millicredits = charge.amount;
    slot->unix_ms = charge.unix_ms;
    slot->rows = charge.rows;
    slot->endpoint = charge.endpoint;
    copy_request_id(r, slot->request_id);
}

void use_account(RequestCharge& of, const LocationConf& conf, std::string_view team) {
    of.account = conf.credits.rule->ledger->accounts().find(team);
    of.is_free = of.account == nullptr && conf.credits.rule->is_unknown_free;
    of.remaining = of.account == nullptr ? 0 : ledger::remaining_of(*of.account);
}

/// Looks the account up for a request that open_account() has not seen in this location: a subrequest, an error of an
/// earlier phase, or a request without a team that another module lets in (`satisfy any`). The account of a location
/// before an internal redirect does not pay here.
void find_account(ngx_http_request_t* r, RequestCharge& of, const LocationConf& conf) {
    of.location = &conf;
    of.account = nullptr;
    of.is_free = false;
    of.remaining = 0;
    ngx_str_t team;
    if (conf.access == nullptr || conf.access == &access_off ||
        ngx_http_complex_value(r, conf.access->team, &team) != NGX_OK || team.len == 0) {
        return;
    }
    use_account(of, conf, view(team));
}

/// Whether X-Credits-Remaining can be sent. A team without an account has 0 credits left if its rows are refused, and
/// no balance if its rows are free.
bool is_balance_known(const RequestCharge& of) noexcept {
    return of.account != nullptr || of.needed;
}

bool add_amount_header(ngx_http_request_t* r, std::string_view name, Millicredits amount) noexcept {
    auto* text = static_cast<u_char*>(ngx_pnalloc(r->pool, ledger::max_credits_text));
    auto* header = text == nullptr ? nullptr : static_cast<ngx_table_elt_t*>(ngx_list_push(&r->headers_out.headers));
    if (header == nullptr) {
        return false;
    }
    *header = {};
    header->hash = 1;
    header->key = borrow(name);
    header->value = {ledger::write_credits(reinterpret_cast<char*>(text), amount), text};
    return true;
}

}  // namespace

RequestCharge::~RequestCharge() {
    settle_charge(*this, false);
    if (slot != nullptr) {
        slot_ledger->give_back(slot);
    }
}

bool is_priced(const LocationConf& conf) noexcept {
    return conf.endpoint != nullptr && conf.endpoint->kind && conf.credits.price > 0 && conf.credits.rule != nullptr &&
           conf.credits.rule->ledger != nullptr;
}

ngx_int_t open_account(ngx_http_request_t* r, const LocationConf& conf, std::string_view team) {
    RequestContext* context = obtain_context(r);
    if (context == nullptr) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    if (!conf.credits.rule->ledger->may_charge()) {
        return NGX_HTTP_SERVICE_UNAVAILABLE;
    }
    RequestCharge& of = context->charge;
    of.location = &conf;
    use_account(of, conf, team);
    if (of.is_free || of.remaining > 0) {
        return NGX_OK;
    }
    of.needed = conf.credits.price;
    return payment_required;
}

std::optional<api::ApiError> charge_for_rows(ngx_http_request_t* r, RequestContext& context, std::uint64_t rows) {
    const LocationConf& conf = *location_conf(r);
    // background: a mirror request, whose answer is never delivered
    if (!is_priced(conf) || rows == 0 || r->background != 0) {
        return std::nullopt;
    }
    // Checks again, because open_account() does not run for a subrequest, and because the ledger may have failed since
    // open_account() ran.
    CreditLedger& ledger = *conf.credits.rule->ledger;
    if (!ledger.may_charge()) {
        return api::standard_error(NGX_HTTP_SERVICE_UNAVAILABLE);
    }
    RequestCharge& of = context.charge;
    if (of.location != &conf) {
        find_account(r, of, conf);
    }
    if (of.is_free) {
        return std::nullopt;
    }
    const auto amount = static_cast<Millicredits>(rows) * conf.credits.price;
    if (of.account == nullptr) {
        of.needed = amount;
        return credit_error(context);
    }
    const ledger::Charge charge{*conf.endpoint->kind, static_cast<std::uint32_t>(rows), amount, now_unix_ms()};
    name_charge(r, of, ledger, charge);
    ledger.note_charge();
    const ledger::ChargeResult result = ledger::reserve_charge(*of.account, charge, of.slot);
    of.remaining = result.remaining;
    if (!result.covered) {
        of.needed = amount;
        return credit_error(context);
    }
    of.reserved = charge;
    of.charged += amount;
    of.charged_unix_ms = charge.unix_ms;
    return std::nullopt;
}

std::string price_of_rows(const LocationConf& conf, std::uint64_t rows) {
    return ledger::credits_text(is_priced(conf) ? static_cast<Millicredits>(rows) * conf.credits.price : 0);
}

void settle_charge(RequestCharge& of, bool is_delivered) noexcept {
    if (!of.reserved) {
        return;
    }
    if (is_delivered) {
        ledger::book_charge(*of.account, *of.reserved, of.slot);
    } else {
        ledger::give_charge_back(*of.account, *of.reserved, of.slot);
        of.charged -= of.reserved->amount;
        of.remaining += of.reserved->amount;
        of.charged_unix_ms = of.charged == 0 ? 0 : of.charged_unix_ms;
    }
    of.reserved.reset();
}

api::ApiError credit_error(const RequestContext& context) {
    api::ApiError error = api::standard_error(payment_required);
    const RequestCharge& of = context.charge;
    if (of.needed) {
        error.members = "\"credits_needed\":" + ledger::credits_text(*of.needed) +
                        ",\"credits_remaining\":" + ledger::credits_text(std::max<Millicredits>(of.remaining, 0));
    }
    return error;
}

void strike_credit_headers(ngx_http_request_t* r) noexcept {
    any_header(r->headers_out.headers, [](ngx_table_elt_t& header) {
        if (view(header.key) == charged_header || view(header.key) == remaining_header) {
            header.hash = 0;
        }
        return false;
    });
}

bool add_credit_headers(ngx_http_request_t* r) noexcept {
    const LocationConf* conf = location_conf(r);
    if (conf == nullptr || !is_priced(*conf) || r != r->main) {
        return true;
    }
    RequestContext* context = find_context(r);
    RequestCharge* of = context == nullptr ? nullptr : &context->charge;
    if (of != nullptr && r->filter_finalize != 0) {
        settle_charge(*of, false);  // a filter sends this error page in place of the answer
    }
    return add_amount_header(r, charged_header, of == nullptr ? 0 : of->charged) &&
           (of == nullptr || !is_balance_known(*of) ||
            add_amount_header(r, remaining_header, std::max<Millicredits>(of->remaining, 0)));
}

}  // namespace bizrec::ngx
