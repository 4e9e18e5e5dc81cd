#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// The module's directives (docs/directives.md), ended by ngx_null_command.
extern ngx_command_t directives[];

}  // namespace bizrec::ngx
