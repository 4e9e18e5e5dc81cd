#pragma once

#include <string>

#include "ngx.hpp"

namespace bizrec::ngx {

/// What the request asks for by `Prefer` (RFC 7240).
struct Preferences {
    bool strict = false;   ///< handling=strict
    bool minimal = false;  ///< return=minimal
    bool explain = false;  ///< explain=1
};

/// Any case, several headers, several preferences in one, parameters behind them; of a preference that stands more than
/// once the first counts. Of all that come the first 64 are read.
Preferences preferences_of(ngx_http_request_t* r) noexcept;

/// The value of Preference-Applied; "" where there is none.
std::string applied_preferences(const Preferences& preferences);

}  // namespace bizrec::ngx
