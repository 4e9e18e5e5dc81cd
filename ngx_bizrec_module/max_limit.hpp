#pragma once

#include <cstdint>

#include "ngx.hpp"

namespace bizrec::ngx {

/// The greatest `limit` of a request, from the directive of a search. Plain data of a location; all zero if the
/// location has no search.
struct MaxLimit {
    std::uint32_t fixed;              ///< rows, 1 to 10,000; used if there is no variable
    ngx_http_complex_value_t* value;  ///< evaluated for each request; null = `fixed`
};

/// Reads "max_limit=N" or "max_limit=$variable". On failure logs a message and returns false.
bool read_max_limit(ngx_conf_t* cf, ngx_str_t* argument, MaxLimit* limit) noexcept;

/// The maximum `limit` of this request, in rows. A value above 10,000 becomes 10,000. An empty value, or one that is no
/// number of at least 1, becomes the default, 1000: if the operator's map has no limit for a team's plan, the team's
/// searches must still work.
std::uint32_t max_limit_of(ngx_http_request_t* r, const MaxLimit& limit) noexcept;

}  // namespace bizrec::ngx
