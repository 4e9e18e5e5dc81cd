#pragma once

#include "strings.hpp"

namespace bizrec::ngx {

/// One Table in shared memory, of zero bytes at first. It outlives a reload: the same zone of the next configuration
/// gets the same table.
template <class Table>
class SharedTable {
public:
    /// Call it in the configuration phase; a second call does nothing. Returns false if there is no memory.
    bool add_zone(ngx_conf_t* cf, std::string_view zone_name,
                  std::size_t bytes = sizeof(Table) + 16 * ngx_pagesize) noexcept {
        if (zone_ != nullptr) {
            return true;
        }
        ngx_str_t name = borrow(zone_name);
        zone_ = ngx_shared_memory_add(cf, &name, bytes, &ngx_http_bizrec_module);
        if (zone_ == nullptr) {
            return false;
        }
        zone_->init = init_zone;
        zone_->data = this;
        return true;
    }

    bool is_used() const noexcept { return zone_ != nullptr; }

    /// Precondition of the functions below: is_used(), and the configuration is in force.
    Table& operator*() const noexcept { return *table_; }
    Table* operator->() const noexcept { return table_; }
    const ngx_shm_zone_t& zone() const noexcept { return *zone_; }

private:
    /// `old`: the object of the previous configuration.
    static ngx_int_t init_zone(ngx_shm_zone_t* zone, void* old) noexcept {
        auto* self = static_cast<SharedTable*>(zone->data);
        auto* pool = reinterpret_cast<ngx_slab_pool_t*>(zone->shm.addr);
        if (old != nullptr) {
            self->table_ = static_cast<SharedTable*>(old)->table_;
        } else if (zone->shm.exists) {
            self->table_ = static_cast<Table*>(pool->data);
        } else {
            self->table_ = static_cast<Table*>(ngx_slab_calloc(pool, sizeof(Table)));
            pool->data = self->table_;
        }
        return self->table_ == nullptr ? NGX_ERROR : NGX_OK;
    }

    ngx_shm_zone_t* zone_ = nullptr;
    Table* table_ = nullptr;
};

}  // namespace bizrec::ngx
