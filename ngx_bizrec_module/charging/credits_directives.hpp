#pragma once

#include <array>

#include "ngx_bizrec_module/endpoint.hpp"

namespace bizrec::ngx {

/// bizrec_credits, bizrec_price and bizrec_credits_balance, for the table of directives.
std::array<ngx_command_t, 3> credits_directives() noexcept;

/// `bizrec_credits_balance;`: GET, the balance of the team that sends the request. Defined in balance_handler.cpp.
extern const Endpoint credits_balance;

/// Registers $bizrec_credits_charged, $bizrec_credits_remaining and $bizrec_credits_charged_at. Defined in
/// credit_variables.cpp.
ngx_int_t add_credit_variables(ngx_conf_t* cf) noexcept;

}  // namespace bizrec::ngx
