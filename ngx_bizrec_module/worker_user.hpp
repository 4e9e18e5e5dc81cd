#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

/// Configuration phase. The master is root, but its workers are another user, who may not be allowed to read a file
/// that root has checked. Error: the workers' user cannot read the file. ok(): it can, or this cannot be found out.
Status readable_by_workers(ngx_cycle_t* cycle, const std::string& path);

/// Like readable_by_workers(), for a ledger, which one of the workers writes.
Status writable_by_workers(ngx_cycle_t* cycle, const std::string& path);

}  // namespace bizrec::ngx
