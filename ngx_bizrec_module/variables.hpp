#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Registers the module's variables (docs/directives.md). Called in preconfiguration.
ngx_int_t add_variables(ngx_conf_t* cf) noexcept;

}  // namespace bizrec::ngx
