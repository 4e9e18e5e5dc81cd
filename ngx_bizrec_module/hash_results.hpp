#pragma once

#include <cstdint>
#include <string>

#include "bizrec/store/seal.hpp"
#include "index_settings.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

/// A file that was looked at: which one it is, and what its sealing page says of it. Two of them that are equal are
/// the same bytes: the clock that gives the time of change may go back, the hash in the seal does not.
struct SealedFile {
    std::string path;  ///< no symbolic links
    store::FileIdentity identity;
    store::Seal seal;
    bool operator==(const SealedFile& other) const noexcept {
        return identity == other.identity && seal.sha256 == other.seal.sha256;
    }
};

/// What the hash over a whole file has said.
struct HashResult {
    enum class State : std::uint32_t {
        unknown = 0,
        pending,  ///< another worker hashes the file
        right,
        wrong,
    };
    State state = State::unknown;
    store::Sha256 file_sha256{};  ///< where right: of the whole file, seal included
    std::string reason;           ///< where wrong
    bool is_told = false;         ///< where right: a verdict has told it, and nobody of this server has hashed the file
};

/// Memory that all processes of a server share, from configuration to configuration: so that each new file is hashed
/// once, by one worker, and not at all by a reload or a worker that starts later. nginx's mutex guards it; a worker
/// that is killed while it holds it is cleared up after by the master process.
class HashResults {
public:
    /// Configuration phase: asks for the memory. False: no memory.
    bool add_zone(ngx_conf_t* cf) noexcept;

    /// Configuration phase, before this configuration has its memory: what the server that runs knows of the file.
    /// `check`: with `full` what a verdict has told is not known.
    static HashResult known_before(ngx_cycle_t* old_cycle, const SealedFile& file, IndexCheck check);

    /// unknown: the caller has the file now, is to hash it, and others get `pending` until record() or give_up(), or
    /// until the caller is gone or has not called still_hashing() for ten seconds.
    HashResult claim(const SealedFile& file, IndexCheck check);
    void still_hashing(const SealedFile& file) noexcept;
    void give_up(const SealedFile& file) noexcept;
    void record(const SealedFile& file, const HashResult& result) noexcept;

    /// True for the first worker of the server that has this to say, so that the log has it once.
    bool is_first_to_say(const std::string& message, const store::FileIdentity& about) noexcept;

    /// While no other process is in here. `body` throws nothing and waits for nothing.
    template <class Body>
    void alone(Body&& body) noexcept {
        ngx_shmtx_t* mutex = &reinterpret_cast<ngx_slab_pool_t*>(zone_->shm.addr)->mutex;
        ngx_shmtx_lock(mutex);
        body();
        ngx_shmtx_unlock(mutex);
    }

private:
    struct Slot;
    struct Table;
    class Lock;
    static ngx_int_t init_zone(ngx_shm_zone_t* zone, void* old) noexcept;
    static Slot* find(Table& table, const SealedFile& file) noexcept;
    static Slot& take_slot(Table& table, const SealedFile& file) noexcept;
    static HashResult hash_result_of(const Slot& slot);
    static bool is_abandoned(const Slot& slot) noexcept;

    ngx_shm_zone_t* zone_ = nullptr;
    Table* table_ = nullptr;
};

}  // namespace bizrec::ngx
