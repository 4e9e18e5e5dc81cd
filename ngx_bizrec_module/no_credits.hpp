#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/api/error.hpp"
#include "ngx.hpp"
#include "status_snapshot.hpp"

/// The names of charging/ in a module without credits: no location has a price, and nothing is charged.
namespace bizrec::ngx {

struct LocationConf;
struct RequestContext;

struct CreditsMainConf {
    bool prepare(ngx_conf_t*, const CreditsMainConf*) const noexcept { return true; }
    void start(ngx_log_t*) const noexcept {}
    void stop() const noexcept {}
    bool may_charge() const noexcept { return true; }
};

struct CreditsLocationConf {
    void unset() noexcept {}
    void merge(const CreditsLocationConf&) noexcept {}
};

struct RequestCharge {};

inline std::array<ngx_command_t, 0> credits_directives() noexcept {
    return {};
}

inline ngx_int_t add_credit_variables(ngx_conf_t*) noexcept {
    return NGX_OK;
}

inline char* check_credits(ngx_conf_t*, const LocationConf&, const ngx_http_core_loc_conf_t&) noexcept {
    return NGX_CONF_OK;
}

inline std::vector<LedgerSnapshot> read_ledgers(const CreditsMainConf&) {
    return {};
}

inline bool is_priced(const LocationConf&) noexcept {
    return false;
}

inline ngx_int_t open_account(ngx_http_request_t*, const LocationConf&, std::string_view) noexcept {
    return NGX_OK;
}

inline std::optional<api::ApiError> charge_for_rows(ngx_http_request_t*, RequestContext&, std::uint64_t) noexcept {
    return std::nullopt;
}

inline void settle_charge(RequestCharge&, bool) noexcept {}

inline std::string price_of_rows(const LocationConf&, std::uint64_t) {
    return "0";
}

/// The 402 of `bizrec_access … exhausted=`. A module without credits has no other 402.
inline api::ApiError credit_error(const RequestContext&) {
    constexpr int payment_required = 402;
    return api::standard_error(payment_required);
}

inline void strike_credit_headers(ngx_http_request_t*) noexcept {}

inline bool add_credit_headers(ngx_http_request_t*) noexcept {
    return true;
}

}  // namespace bizrec::ngx
