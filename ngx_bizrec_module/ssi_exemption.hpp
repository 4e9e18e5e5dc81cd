#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Turns nginx's `ssi` off in the location that is being merged. An answer holds text of records and of requests: where
/// SSI reads it, a record whose name is `<!--# include virtual="/internal" -->` has nginx fetch that address and puts
/// what comes into the answer. Harmless in an nginx without SSI.
void exempt_from_ssi(ngx_conf_t* cf) noexcept;

}  // namespace bizrec::ngx
