#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

/// Configuration phase. The master is root, but its workers are another user, who may not be allowed to open a file
/// that root has checked. `flags`: of open(2). Error: the workers' user cannot open the file; the message says that it
/// must be able to `needs`. ok(): it can, or this cannot be found out.
Status openable_by_workers(ngx_cycle_t* cycle, const std::string& path, int flags, const char* needs);

/// The same for a file that workers only read.
Status readable_by_workers(ngx_cycle_t* cycle, const std::string& path);

}  // namespace bizrec::ngx
