#pragma once

#include <array>

#include "ngx_bizrec_module/ngx.hpp"

namespace bizrec::ngx {

/// bizrec_credits, bizrec_price and bizrec_credits_balance, for the table of directives.
std::array<ngx_command_t, 3> credits_directives() noexcept;

}  // namespace bizrec::ngx
