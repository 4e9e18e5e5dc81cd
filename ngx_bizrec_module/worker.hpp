#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// init_module, at a start and at each reload, after the shared memory is created. It logs the version that runs, and
/// shares the checks of the configuration phase, so that workers need not repeat them. Always NGX_OK: an error at a
/// reload would end the master process.
ngx_int_t init_server(ngx_cycle_t* cycle) noexcept;

/// init_process: opens the indexes, after the fork. Always NGX_OK: nginx does not respawn a worker that cannot start,
/// and clients would hang. A worker without an index answers 503.
ngx_int_t init_worker(ngx_cycle_t* cycle) noexcept;

/// exit_process: writes the worker's last charges, and removes the worker from the status.
void exit_worker(ngx_cycle_t* cycle) noexcept;

}  // namespace bizrec::ngx
