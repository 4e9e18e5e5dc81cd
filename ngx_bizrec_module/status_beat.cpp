#include "status_beat.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "bizrec/base/monotonic_ms.hpp"
#include "conf.hpp"
#include "offload.hpp"

namespace bizrec::ngx {
namespace {

constexpr ngx_msec_t beat_ms = 1000;

/// The resident memory of this process; 0 if it is not known.
std::uint64_t resident_bytes() noexcept {
    char text[128] = {};  // numbers of pages: size, resident, …
    const int fd = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    const ssize_t length = fd < 0 ? -1 : ::read(fd, text, sizeof text - 1);
    if (fd >= 0) {
        ::close(fd);
    }
    char* second = nullptr;
    if (length <= 0 || std::strtoull(text, &second, 10) == 0) {
        return 0;
    }
    return std::strtoull(second, nullptr, 10) * ngx_pagesize;
}

/// Whether the worker can answer clients. An index with `missing=503` may be missing, unless no other index serves:
/// then clients would only get 503.
bool is_ready(const MainConf& conf) noexcept {
    const auto is_serving = [](const auto& index) { return index->is_serving(); };
    const bool has_indexes =
        std::all_of(conf.indexes.begin(), conf.indexes.end(),
                    [&](const auto& index) { return index->may_be_missing() || is_serving(index); }) &&
        (conf.indexes.empty() || std::any_of(conf.indexes.begin(), conf.indexes.end(), is_serving));
    return has_indexes && conf.credits.may_charge() && ngx_exiting == 0;
}

}  // namespace

void StatusBeat::start(const MainConf& conf, ngx_log_t* log) noexcept {
    if (!conf.status.is_used()) {
        return;
    }
    conf_ = &conf;
    place_ = conf.status.claim();
    started_s_ = ngx_time();
    timer_.set_log(log);
    if (place_ == nullptr) {
        ngx_log_error(NGX_LOG_WARN, log, 0, "bizrec_status: too many processes; this worker does not report its state");
        return;
    }
    tell();
    timer_.set(beat_ms);
}

void StatusBeat::stop() noexcept {
    timer_.stop();
    if (place_ != nullptr) {
        place_->owner.store(0, std::memory_order_relaxed);
        place_ = nullptr;
    }
}

void StatusBeat::on_timer(ngx_event_t* event) noexcept {
    auto& self = WorkerTimer::owner_of<StatusBeat>(event);
    self.timer_.set(beat_ms);
    self.tell();
}

void StatusBeat::tell() noexcept {
    if (place_ == nullptr) {
        return;
    }
    const OffloadedNumbers offloaded = take_offloaded_numbers();
    WorkerReport report;
    report.pid = ngx_pid;
    report.number = static_cast<std::uint32_t>(ngx_worker);
    report.heard_ms = monotonic_ms();
    report.started_s = started_s_;
    report.is_ending = ngx_exiting != 0;
    report.is_ready = is_ready(*conf_);
    report.resident_bytes = resident_bytes();
    report.offloaded_now = offloaded.now;
    report.offloaded_peak = offloaded.peak;
    for (const auto& index : conf_->indexes) {
        if (report.indexes < max_reported_indexes) {
            index->describe(report.index[report.indexes++]);
        }
    }
    place_->report.write(report);
}

}  // namespace bizrec::ngx
