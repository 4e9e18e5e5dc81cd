#pragma once

#include <cstdint>

#include "ngx.hpp"

namespace bizrec::ngx {

enum class KeyExpiry : std::uint8_t {
    valid,
    expired,
    unreadable,  ///< no date or time, or no memory; the error log has the reason
};

/// Compares the time of `bizrec_access expires=` with nginx's clock, which is at most a second late. If `expires` is
/// null, or its value is empty, the key is valid for ever.
KeyExpiry key_expiry(ngx_http_request_t* r, ngx_http_complex_value_t* expires) noexcept;

}  // namespace bizrec::ngx
