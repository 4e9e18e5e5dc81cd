#include "status_zone.hpp"

#include <cerrno>
#include <csignal>

namespace bizrec::ngx {

bool is_process(std::int64_t pid) noexcept {
    return ::kill(static_cast<pid_t>(pid), 0) == 0 || errno != ESRCH;
}

ReportPlace* StatusZone::claim() const noexcept {
    for (ReportPlace& place : table_->places) {
        std::int64_t owner = place.owner.load(std::memory_order_relaxed);
        const bool is_free = owner == 0 || owner == ngx_pid || !is_process(owner);
        if (is_free && place.owner.compare_exchange_strong(owner, ngx_pid, std::memory_order_relaxed)) {
            return &place;
        }
    }
    return nullptr;
}

}  // namespace bizrec::ngx
