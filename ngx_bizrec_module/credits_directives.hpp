#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Setters of bizrec_credits, bizrec_price and bizrec_credits_balance, for the table of directives.
char* set_credits(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;
char* set_price(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;
char* set_credits_balance(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;

}  // namespace bizrec::ngx
