#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Registers the module's variables (docs/directives.md). Called in preconfiguration.
ngx_int_t add_variables(ngx_conf_t* cf) noexcept;

/// Called before nginx builds its hash of all variables. With nginx's default of 64 bytes, a bucket holds one long
/// name, and a dozen more names than nginx's own make every start and reload log a warning.
void make_room_for_variables(ngx_conf_t* cf) noexcept;

}  // namespace bizrec::ngx
