#pragma once

#include "shared_table.hpp"
#include "status_layout.hpp"

namespace bizrec::ngx {

/// The shared memory of bizrec_status, with counters and the reports of the workers. It outlives a reload. It exists
/// only if the configuration has that directive.
class StatusZone {
public:
    /// Call it in the configuration phase, if a location has bizrec_status. Returns false if there is no memory.
    bool add_zone(ngx_conf_t* cf) noexcept { return table_.add_zone(cf, "bizrec_status"); }

    bool is_used() const noexcept { return table_.is_used(); }

    /// Precondition of the functions below: is_used(), and the configuration is in force.
    StatusTable& table() const noexcept { return *table_; }

    /// This worker's counters.
    WorkerCounters& counters() const noexcept { return table_->counters[ngx_worker % max_reporting_workers]; }

    /// A place for the reports of this process; null if none is left. The places of ended processes are free.
    ReportPlace* claim() const noexcept;

private:
    SharedTable<StatusTable> table_;
};

/// Whether the process exists, also under another user: it may be a worker of the configuration before, with another
/// `user`.
bool is_process(std::int64_t pid) noexcept;

}  // namespace bizrec::ngx
