#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// init_module, at a start and at each reload, when the shared memory is there: the log says which version runs, and
/// workers need not check again what the configuration phase has checked. Always NGX_OK: at a reload an error here
/// would end the master process.
ngx_int_t init_server(ngx_cycle_t* cycle) noexcept;

/// init_process: opens the indexes, after the fork. Always NGX_OK: a worker that cannot start is not respawned, and
/// clients would hang; one without an index answers 503.
ngx_int_t init_worker(ngx_cycle_t* cycle) noexcept;

/// exit_process: what a worker has charged last is written, and it is no worker of the status any more.
void exit_worker(ngx_cycle_t* cycle) noexcept;

}  // namespace bizrec::ngx
