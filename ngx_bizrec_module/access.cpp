#include "module.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bizrec/base/date_time.hpp"
#include "body.hpp"
#include "conf.hpp"
#include "credits.hpp"
#include "guard.hpp"
#include "reply.hpp"
#include "request_context.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

/// Unix time, seconds: the first second at which the key is invalid. A date is the key's last day (UTC).
std::optional<std::int64_t> end_of_key(std::string_view text) noexcept {
    constexpr std::size_t date_length = std::string_view("2024-05-31").size();
    constexpr std::int64_t day = std::int64_t{24} * 60 * 60;
    std::optional<std::int64_t> time = text::parse_date_time(text);
    if (time && text.size() == date_length) {
        *time += day;
    }
    return time;
}

void log_unreadable(ngx_http_request_t* r, std::string_view text) noexcept {
    constexpr std::size_t shown = 64;  // bytes; a value of nginx's `map` may have any length
    ngx_str_t value = borrow(text.substr(0, std::min(text.size(), shown)));
    ngx_log_error(NGX_LOG_ERR, r->connection->log, 0,
                  "bizrec_access: a key is refused, because its expires= is \"%V\"; a date such as \"2024-05-31\" or a "
                  "time such as \"2024-05-31T18:30:00Z\" was expected",
                  &value);
}

enum class KeyExpiry : std::uint8_t {
    valid,
    expired,
    unreadable,  ///< no date or time, or no memory; the error log has the reason
};

/// Compares the time of `bizrec_access expires=` with nginx's clock, which is at most a second late. If `expires` is
/// null, or its value is empty, the key is valid for ever.
KeyExpiry key_expiry(ngx_http_request_t* r, ngx_http_complex_value_t* expires) noexcept {
    ngx_str_t value{};
    if (expires == nullptr) {
        return KeyExpiry::valid;
    }
    if (ngx_http_complex_value(r, expires, &value) != NGX_OK) {
        return KeyExpiry::unreadable;  // no memory: nginx has logged it
    }
    if (value.len == 0) {
        return KeyExpiry::valid;
    }
    const std::optional<std::int64_t> end = end_of_key(view(value));
    if (!end) {
        log_unreadable(r, view(value));
        return KeyExpiry::unreadable;
    }
    return static_cast<std::int64_t>(ngx_time()) < *end ? KeyExpiry::valid : KeyExpiry::expired;
}

bool evaluate(ngx_http_request_t* r, ngx_http_complex_value_t* value, ngx_str_t* result) noexcept {
    return ngx_http_complex_value(r, value, result) == NGX_OK;
}

/// Whether the value is set, by the rule of nginx's own `if=` parameters: it is neither empty nor "0". A value that
/// cannot be evaluated counts as set, so that an error never gives free rows.
bool is_set(ngx_http_request_t* r, ngx_http_complex_value_t* value) noexcept {
    if (value == nullptr) {
        return false;
    }
    ngx_str_t text;
    return !evaluate(r, value, &text) || (text.len != 0 && view(text) != "0");
}

ngx_int_t refuse(ngx_http_request_t* r, ngx_int_t status) {
    record_refusal(r, error_of_status(static_cast<ngx_uint_t>(status)).code);
    if (status == NGX_HTTP_UNAUTHORIZED && !add_header(r, "WWW-Authenticate", "Bearer")) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    return status;
}

/// A 401 that says that the key has expired.
ngx_int_t refuse_expired(ngx_http_request_t* r) {
    const api::ApiError& error = api::expired_key_error();
    const ngx_int_t status = refuse(r, error.status);
    RequestContext* context = find_context(r);
    if (context != nullptr && !r->post_action) {
        context->error_code = error.code;
        context->refusal = &error;
    }
    return status;
}

/// Sends the refusal. nginx calls this when the body of a refused request has arrived.
void finalize_after_body(ngx_http_request_t* r) noexcept {
    const RequestContext* context = find_context(r);
    ngx_http_finalize_request(r, context == nullptr ? NGX_HTTP_INTERNAL_SERVER_ERROR : context->result);
}

/// Returns the decision to nginx. If it is a refusal over HTTP/2 at an endpoint, first reads the body, because clients
/// may lose a reply that comes before the end of the body. The body is at most as large as the endpoint allows. With
/// `satisfy any`, the refusal does not wait for the body, because another module may still let the request in.
ngx_int_t deliver(ngx_http_request_t* r, ngx_int_t result) noexcept {
    auto* core = static_cast<ngx_http_core_loc_conf_t*>(ngx_http_get_module_loc_conf(r, ngx_http_core_module));
    RequestContext* context = find_context(r);
    bool may_wait =
        context != nullptr && location_conf(r)->endpoint != nullptr && core->satisfy == NGX_HTTP_SATISFY_ALL;
    if (result == NGX_OK || !may_wait || !refusal_would_reset(r)) {
        return result;
    }
    context->result = result;
    ngx_int_t rc = ngx_http_read_client_request_body(r, finalize_after_body);
    if (rc >= NGX_HTTP_SPECIAL_RESPONSE) {
        return rc;
    }
    ngx_http_finalize_request(r, NGX_DONE);  // drops the reference that reading the body took
    return NGX_DONE;
}

ngx_int_t decide(ngx_http_request_t* r, const AccessRule& rule) {
    constexpr ngx_int_t payment_required = 402;  // nginx defines no name for it
    ngx_str_t team;
    if (!evaluate(r, rule.team, &team)) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    if (team.len == 0) {
        return refuse(r, NGX_HTTP_UNAUTHORIZED);
    }
    switch (key_expiry(r, rule.expires)) {
        case KeyExpiry::valid:
            break;
        case KeyExpiry::expired:
            return refuse_expired(r);
        case KeyExpiry::unreadable:
            return refuse(r, NGX_HTTP_UNAUTHORIZED);
    }
    // The account is opened before `forbidden` and `exhausted` are evaluated, because a 403 or 402 also states the
    // team's balance.
    const LocationConf& conf = *location_conf(r);
    const ngx_int_t result = is_priced(conf) ? open_account(r, conf, view(team)) : NGX_OK;
    if (is_set(r, rule.forbidden)) {
        return refuse(r, NGX_HTTP_FORBIDDEN);
    }
    if (is_set(r, rule.exhausted)) {
        return refuse(r, payment_required);
    }
    return result == NGX_OK ? NGX_OK : refuse(r, result);
}

}  // namespace

ngx_int_t access_handler(ngx_http_request_t* r) noexcept {
    const AccessRule* rule = location_conf(r)->access;
    if (rule == nullptr || rule == &access_off) {
        return NGX_DECLINED;
    }
    return guard<ngx_int_t>("bizrec_access", r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR,
                            [&] { return deliver(r, decide(r, *rule)); });
}

}  // namespace bizrec::ngx
