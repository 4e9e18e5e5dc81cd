#pragma once

#include "ngx_bizrec_module/ngx.hpp"

namespace bizrec::ngx {

/// $bizrec_credits_charged, $bizrec_credits_remaining and $bizrec_credits_charged_at.
ngx_int_t add_credit_variables(ngx_conf_t* cf) noexcept;

}  // namespace bizrec::ngx
