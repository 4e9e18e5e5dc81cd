#pragma once

#include "ngx_bizrec_module/endpoint.hpp"

namespace bizrec::ngx {

/// `bizrec_credits_balance;`: GET, the balance of the team that sends the request.
extern const Endpoint credits_balance;

}  // namespace bizrec::ngx
