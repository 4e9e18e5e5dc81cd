#include "key_expiry.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "bizrec/base/date_time.hpp"
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

}  // namespace

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

}  // namespace bizrec::ngx
