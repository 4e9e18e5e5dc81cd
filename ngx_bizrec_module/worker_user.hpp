#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

/// Configuration phase: the master is root, its workers are another user, to whom a file that root has checked may be
/// closed. An error where it is; ok() also where there is no telling.
Status readable_by_workers(ngx_cycle_t* cycle, const std::string& path);

/// The same of a ledger, which one of them writes.
Status writable_by_workers(ngx_cycle_t* cycle, const std::string& path);

}  // namespace bizrec::ngx
