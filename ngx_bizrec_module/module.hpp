#pragma once

#include "ngx.hpp"

/// The functions that module.cpp hands to nginx: access.cpp, error_filter.cpp, worker.cpp.
namespace bizrec::ngx {

/// Handler of the access phase. Refuses with 401, 403 or 402 by the rules of bizrec_access, with 402 if the team has no
/// credits left, and with 503 if rows cannot be charged at the moment. nginx calls it after limit_req and limit_conn,
/// so that guessing keys is throttled.
ngx_int_t access_handler(ngx_http_request_t* r) noexcept;

/// Replaces the HTML of nginx's own errors (413, 429, a bad chunk …) with JSON, in the locations of the module's
/// endpoints. Called in postconfiguration.
void install_error_filter() noexcept;

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
