#include "hash_results.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>

#include "strings.hpp"

namespace bizrec::ngx {
namespace {

constexpr char zone_name[] = "bizrec_hash_results";
constexpr std::size_t zone_pages = 16;
constexpr ngx_msec_int_t abandoned_after_ms = 10'000;

ngx_slab_pool_t* pool_of(const ngx_shm_zone_t& zone) noexcept {
    return reinterpret_cast<ngx_slab_pool_t*>(zone.shm.addr);
}

}  // namespace

struct HashResults::Slot {
    // Written after the other members: if a process is killed before that, the previous state remains.
    HashResult::State state;
    ngx_pid_t hasher;
    ngx_msec_t alive_at;  // when the hasher last showed that it is alive, in ms of the clock that all processes share
    std::uint64_t used;   // the greatest value marks the most recently used slot
    store::FileIdentity identity;
    store::Sha256 seal;
    store::Sha256 file_sha256;
    bool is_told;
    char reason[512];  // ends with a NUL

    bool is_good_for(IndexCheck check) const noexcept {
        return !(state == HashResult::State::right && is_told && check == IndexCheck::full);
    }
};

struct HashResults::Table {
    std::uint64_t clock;  // the greatest value of Slot::used so far
    Slot slots[32];
    std::uint64_t said[64];
    std::size_t next_said;
};

class HashResults::Lock {
public:
    explicit Lock(const ngx_shm_zone_t& zone) noexcept : mutex_(&pool_of(zone)->mutex) { ngx_shmtx_lock(mutex_); }
    ~Lock() { ngx_shmtx_unlock(mutex_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    ngx_shmtx_t* mutex_;
};

bool HashResults::add_zone(ngx_conf_t* cf) noexcept {
    return table_.add_zone(cf, zone_name, zone_pages * ngx_pagesize);
}

HashResult HashResults::known_before(ngx_cycle_t* old_cycle, const SealedFile& file, IndexCheck check) {
    if (old_cycle == nullptr) {
        return {};
    }
    for (ngx_list_part_t* part = &old_cycle->shared_memory.part; part != nullptr; part = part->next) {
        auto* zones = static_cast<ngx_shm_zone_t*>(part->elts);
        for (ngx_uint_t i = 0; i < part->nelts; ++i) {
            const ngx_shm_zone_t& zone = zones[i];
            if (zone.tag != &ngx_http_bizrec_module || view(zone.shm.name) != zone_name || zone.shm.addr == nullptr) {
                continue;
            }
            const Lock lock(zone);
            auto* table = static_cast<Table*>(pool_of(zone)->data);
            const Slot* slot = table == nullptr ? nullptr : find(*table, file);
            const bool is_known =
                slot != nullptr && slot->state != HashResult::State::pending && slot->is_good_for(check);
            return is_known ? hash_result_of(*slot) : HashResult{};
        }
    }
    return {};
}

HashResults::Slot* HashResults::find(Table& table, const SealedFile& file) noexcept {
    auto* slot = std::find_if(std::begin(table.slots), std::end(table.slots), [&file](const Slot& s) {
        return s.state != HashResult::State::unknown && s.identity == file.identity && s.seal == file.seal.sha256;
    });
    if (slot == std::end(table.slots)) {
        return nullptr;
    }
    slot->used = ++table.clock;
    return slot;
}

/// The file's slot, or a free one, or the least recently used one.
HashResults::Slot& HashResults::take_slot(Table& table, const SealedFile& file) noexcept {
    if (Slot* slot = find(table, file)) {
        return *slot;
    }
    Slot& oldest = *std::min_element(std::begin(table.slots), std::end(table.slots),
                                     [](const Slot& a, const Slot& b) { return a.used < b.used; });
    oldest.state = HashResult::State::unknown;
    oldest.identity = file.identity;
    oldest.seal = file.seal.sha256;
    oldest.used = ++table.clock;
    return oldest;
}

HashResult HashResults::hash_result_of(const Slot& slot) {
    HashResult result;
    result.state = slot.state;
    result.file_sha256 = slot.file_sha256;
    result.is_told = slot.is_told;
    if (slot.state == HashResult::State::wrong) {
        result.reason = slot.reason;
    }
    return result;
}

/// Whether the process that hashes the file has ended, or has given no sign of life for abandoned_after_ms. The time is
/// checked because another process may have got the process id of one that has ended.
bool HashResults::is_abandoned(const Slot& slot) noexcept {
    const auto silent_ms = static_cast<ngx_msec_int_t>(ngx_current_msec - slot.alive_at);
    return silent_ms > abandoned_after_ms || (::kill(slot.hasher, 0) != 0 && errno == ESRCH);
}

HashResult HashResults::claim(const SealedFile& file, IndexCheck check) {
    HashResult result;
    const Lock lock(table_.zone());
    Slot& slot = take_slot(*table_, file);
    if (slot.state == HashResult::State::unknown || !slot.is_good_for(check) ||
        (slot.state == HashResult::State::pending && is_abandoned(slot))) {
        slot.hasher = ngx_pid;
        slot.alive_at = ngx_current_msec;
        slot.state = HashResult::State::pending;
        return result;
    }
    return hash_result_of(slot);
}

void HashResults::still_hashing(const SealedFile& file) noexcept {
    const Lock lock(table_.zone());
    Slot* slot = find(*table_, file);
    if (slot != nullptr && slot->state == HashResult::State::pending && slot->hasher == ngx_pid) {
        slot->alive_at = ngx_current_msec;
    }
}

void HashResults::give_up(const SealedFile& file) noexcept {
    const Lock lock(table_.zone());
    Slot* slot = find(*table_, file);
    if (slot != nullptr && slot->state == HashResult::State::pending && slot->hasher == ngx_pid) {
        slot->state = HashResult::State::unknown;
    }
}

void HashResults::record(const SealedFile& file, const HashResult& result) noexcept {
    const Lock lock(table_.zone());
    Slot& slot = take_slot(*table_, file);
    slot.file_sha256 = result.file_sha256;
    slot.is_told = result.is_told;
    const std::size_t length = std::min(result.reason.size(), sizeof slot.reason - 1);
    std::memcpy(slot.reason, result.reason.data(), length);
    slot.reason[length] = '\0';
    slot.state = result.state;
}

bool HashResults::is_first_to_say(const std::string& message, const store::FileIdentity& about) noexcept {
    const std::uint64_t hash = XXH3_64bits_withSeed(message.data(), message.size(),
                                                    about.inode ^ static_cast<std::uint64_t>(about.changed_ns)) |
                               1;  // not 0, which marks a free place
    const Lock lock(table_.zone());
    if (std::find(std::begin(table_->said), std::end(table_->said), hash) != std::end(table_->said)) {
        return false;
    }
    table_->said[table_->next_said++ % std::size(table_->said)] = hash;
    return true;
}

}  // namespace bizrec::ngx
