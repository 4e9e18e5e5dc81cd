#pragma once

#include "ngx.hpp"
#include "status_layout.hpp"

namespace bizrec::ngx {

/// The shared memory of bizrec_status, from configuration to configuration: counters, and what the workers tell of
/// themselves. Without the directive there is none.
class StatusZone {
public:
    /// Configuration phase, where a location has bizrec_status. False: no memory.
    bool add_zone(ngx_conf_t* cf) noexcept;

    bool is_used() const noexcept { return zone_ != nullptr; }

    /// Precondition of what follows: is_used(), and the configuration is in force.
    StatusTable& table() const noexcept { return *table_; }

    /// Of this worker.
    WorkerCounters& counters() const noexcept { return table_->counters[ngx_worker % max_reporting_workers]; }

    /// A place for this process; null: there is none left. Those of processes that are no more are free.
    ReportPlace* claim() const noexcept;

private:
    static ngx_int_t init_zone(ngx_shm_zone_t* zone, void* old) noexcept;

    ngx_shm_zone_t* zone_ = nullptr;
    StatusTable* table_ = nullptr;
};

/// Whether the process exists and is one of the workers' user.
bool is_process(std::int64_t pid) noexcept;

}  // namespace bizrec::ngx
