#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

/// Checks in the configuration phase whether the workers' user may open a file. The master is root, but its workers run
/// as another user. `flags`: of open(2). Error: the user may not open the file; the message ends with `needs`, which
/// completes "must be able to". ok(): the user may, or this cannot be found out.
Status openable_by_workers(ngx_cycle_t* cycle, const std::string& path, int flags, const char* needs);

/// The same for a file that workers only read.
Status readable_by_workers(ngx_cycle_t* cycle, const std::string& path);

}  // namespace bizrec::ngx
