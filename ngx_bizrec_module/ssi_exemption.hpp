#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Turns nginx's `ssi` off in the location that is being merged. An answer contains text of records and requests. If
/// SSI parsed it, a record named `<!--# include virtual="/internal" -->` would make nginx fetch that address and put
/// the result into the answer. No effect in an nginx without SSI.
void exempt_from_ssi(ngx_conf_t* cf) noexcept;

}  // namespace bizrec::ngx
