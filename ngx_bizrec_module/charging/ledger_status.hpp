#pragma once

#include <vector>

#include "ngx_bizrec_module/charging/credits_conf.hpp"
#include "ngx_bizrec_module/status_snapshot.hpp"

namespace bizrec::ngx {

/// Each ledger as the status shows it.
std::vector<LedgerSnapshot> read_ledgers(const CreditsMainConf& conf);

}  // namespace bizrec::ngx
