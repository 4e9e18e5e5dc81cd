#include "status_zone.hpp"

#include <cerrno>
#include <csignal>

#include "strings.hpp"

namespace bizrec::ngx {

bool StatusZone::add_zone(ngx_conf_t* cf) noexcept {
    if (zone_ != nullptr) {
        return true;
    }
    ngx_str_t name = borrow("bizrec_status");
    zone_ = ngx_shared_memory_add(cf, &name, sizeof(StatusTable) + 16 * ngx_pagesize, &ngx_http_bizrec_module);
    if (zone_ == nullptr) {
        return false;
    }
    zone_->init = init_zone;
    zone_->data = this;
    return true;
}

/// `old`: the object of the previous configuration, whose memory is reused.
ngx_int_t StatusZone::init_zone(ngx_shm_zone_t* zone, void* old) noexcept {
    auto* self = static_cast<StatusZone*>(zone->data);
    auto* pool = reinterpret_cast<ngx_slab_pool_t*>(zone->shm.addr);
    if (old != nullptr) {
        self->table_ = static_cast<StatusZone*>(old)->table_;
    } else if (zone->shm.exists) {
        self->table_ = static_cast<StatusTable*>(pool->data);
    } else {
        self->table_ = static_cast<StatusTable*>(ngx_slab_calloc(pool, sizeof(StatusTable)));
        pool->data = self->table_;
    }
    return self->table_ == nullptr ? NGX_ERROR : NGX_OK;
}

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
