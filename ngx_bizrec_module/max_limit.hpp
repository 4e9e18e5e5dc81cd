#pragma once

#include <cstdint>

#include "ngx.hpp"

namespace bizrec::ngx {

/// The greatest `limit` of a request, as the directive of a search has it. Plain data of a location; zeroed: no search.
struct MaxLimit {
    std::uint32_t fixed;              ///< rows, 1 to 10,000; used if there is no variable
    ngx_http_complex_value_t* value;  ///< evaluated for each request; null = `fixed`
};

/// Reads "max_limit=N" or "max_limit=$variable". False after a message.
bool read_max_limit(ngx_conf_t* cf, ngx_str_t* argument, MaxLimit* limit) noexcept;

/// Rows. A value above 10,000 is 10,000. An empty value, and one that is no number of at least 1, is the default, 1000:
/// a plan without a line must not stop the searches of its teams.
std::uint32_t max_limit_of(ngx_http_request_t* r, const MaxLimit& limit) noexcept;

}  // namespace bizrec::ngx
