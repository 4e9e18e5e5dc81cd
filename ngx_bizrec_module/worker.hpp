#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// init_process: opens the indexes, after the fork. Always NGX_OK: a worker that cannot start is not respawned, and
/// clients would hang; one without an index answers 503.
ngx_int_t init_worker(ngx_cycle_t* cycle) noexcept;

}  // namespace bizrec::ngx
