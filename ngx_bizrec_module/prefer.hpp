#pragma once

#include <string>

#include "ngx.hpp"

namespace bizrec::ngx {

/// The preferences of the request's `Prefer` headers (RFC 7240).
struct Preferences {
    bool strict = false;   ///< handling=strict
    bool minimal = false;  ///< return=minimal
    bool explain = false;  ///< explain=1
};

/// Reads the `Prefer` headers of the request. Accepts any case, several headers, several preferences in one header, and
/// parameters after a preference. If a preference is repeated, the first one counts. Only the first 64 preferences are
/// read.
Preferences preferences_of(ngx_http_request_t* r) noexcept;

/// The value of Preference-Applied; "" if there is none.
std::string applied_preferences(const Preferences& preferences);

}  // namespace bizrec::ngx
