#include "ngx_bizrec_module/charging/credits_directives.hpp"

#include <algorithm>
#include <iterator>

#include "ngx_bizrec_module/charging/charging.hpp"
#include "ngx_bizrec_module/request_context.hpp"
#include "ngx_bizrec_module/variables.hpp"

namespace bizrec::ngx {
namespace {

using Value = ngx_http_variable_value_t;

/// The charge of the request; null if none of its locations had a price.
const RequestCharge* charge_of(ngx_http_request_t* r) noexcept {
    const RequestContext* context = find_context(r);
    return context == nullptr || context->charge.location == nullptr ? nullptr : &context->charge;
}

ngx_int_t found_credits(ngx_http_request_t* r, Value* v, ledger::Millicredits amount) noexcept {
    char text[ledger::max_credits_text];
    return found(r, v, std::string_view{text, ledger::write_credits(text, amount)});
}

ngx_int_t get_credits_charged(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    const RequestCharge* of = charge_of(r);
    return of == nullptr ? not_found(v) : found_credits(r, v, of->charged);
}

ngx_int_t get_credits_remaining(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    const RequestCharge* of = charge_of(r);
    return of == nullptr || of->account == nullptr
               ? not_found(v)
               : found_credits(r, v, std::max<ledger::Millicredits>(of->remaining, 0));
}

/// Unix seconds with three decimals: 0.001 is a millisecond.
ngx_int_t get_credits_charged_at(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    const RequestCharge* of = charge_of(r);
    if (of == nullptr || of->charged_unix_ms == 0) {
        return not_found(v);
    }
    u_char text[NGX_INT64_LEN + 4];
    const u_char* end = ngx_sprintf(text, "%L.%03L", of->charged_unix_ms / 1000, of->charged_unix_ms % 1000);
    return found(r, v, {reinterpret_cast<const char*>(text), static_cast<std::size_t>(end - text)});
}

// Not cacheable: a value read before the answer is wrong afterwards.
constexpr Variable credit_variables[] = {
    {"bizrec_credits_charged", get_credits_charged, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_credits_remaining", get_credits_remaining, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_credits_charged_at", get_credits_charged_at, 0, NGX_HTTP_VAR_NOCACHEABLE},
};

}  // namespace

ngx_int_t add_credit_variables(ngx_conf_t* cf) noexcept {
    return add_variables(cf, std::begin(credit_variables), std::end(credit_variables));
}

}  // namespace bizrec::ngx
