#pragma once

#include "ngx.hpp"
#include "status_layout.hpp"
#include "worker_timer.hpp"

namespace bizrec::ngx {

struct MainConf;

/// A worker's heartbeat: each second it writes into shared memory which generations it serves. Not movable: nginx's
/// timer points to it.
class StatusBeat {
public:
    StatusBeat() noexcept = default;
    ~StatusBeat() = default;
    StatusBeat(const StatusBeat&) = delete;
    StatusBeat& operator=(const StatusBeat&) = delete;

    /// Call them at the start and the end of a worker. They do nothing if the configuration has no status location.
    /// `conf` must outlive this object.
    void start(const MainConf& conf, ngx_log_t* log) noexcept;
    void stop() noexcept;

    /// Writes the report immediately.
    void tell() noexcept;

private:
    static void on_timer(ngx_event_t* event) noexcept;

    const MainConf* conf_ = nullptr;
    ReportPlace* place_ = nullptr;
    std::int64_t started_s_ = 0;

    WorkerTimer timer_{this, on_timer};
};

}  // namespace bizrec::ngx
