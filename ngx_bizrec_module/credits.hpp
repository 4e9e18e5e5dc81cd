#pragma once

/// The functions and types by which the module's other files use credits. Usually charging/ implements them. With
/// BIZREC_WITHOUT_CREDITS (`make build CREDITS=OFF`), no_credits.hpp defines the same names, and nothing has a price.
///
///   configuration  credits_directives(), add_credit_variables(), CreditsLocationConf, check_credits(), CreditsMainConf
///   worker         CreditsMainConf::start(), stop(), may_charge(); read_ledgers()
///   request        RequestCharge, is_priced(), open_account(), charge_for_rows(), settle_charge(), price_of_rows()
///   refusal        credit_error(), strike_credit_headers(), add_credit_headers()
#ifdef BIZREC_WITHOUT_CREDITS
#include "no_credits.hpp"
#else
#include "ngx_bizrec_module/charging/charging.hpp"
#include "ngx_bizrec_module/charging/credits_conf.hpp"
#include "ngx_bizrec_module/charging/credits_directives.hpp"
#endif
