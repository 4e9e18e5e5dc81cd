#pragma once

#include <cstdint>
#include <string>

#include "bizrec/store/seal.hpp"
#include "index_settings.hpp"
#include "ngx.hpp"
#include "shared_table.hpp"

namespace bizrec::ngx {

/// The identity and the seal of a file at the time when it was looked at. Two equal values stand for the same bytes:
/// even if the clock that sets the change time goes back, another file has another hash in its seal.
struct SealedFile {
    std::string path;  ///< without symbolic links
    store::FileIdentity identity;
    store::Seal seal;
    bool operator==(const SealedFile& other) const noexcept {
        return identity == other.identity && seal.sha256 == other.seal.sha256;
    }
};

/// The result of hashing a whole file.
struct HashResult {
    enum class State : std::uint32_t {
        unknown = 0,
        pending,  ///< another worker hashes the file
        right,
        wrong,
    };
    State state = State::unknown;
    store::Sha256 file_sha256{};  ///< if right: hash of the whole file, seal included
    std::string reason;           ///< if wrong: why the file must not be used
    bool is_told = false;         ///< if right: a verdict stated the hash, and no process of this server computed it
};

/// Memory that all processes of a server share and that outlives a reload. One worker hashes each new file once;
/// reloads and later workers do not hash it again. nginx's mutex guards the memory. If a worker is killed while it
/// holds the mutex, the master process unlocks it.
class HashResults {
public:
    /// Asks nginx for the memory. Call it in the configuration phase. Returns false if there is no memory.
    bool add_zone(ngx_conf_t* cf) noexcept;

    /// Returns the result that the running server has for the file; State::unknown if it has none. For the
    /// configuration phase, in which the new configuration has no shared memory yet. `check`: with `full`, hashes that
    /// a verdict stated are ignored.
    static HashResult known_before(ngx_cycle_t* old_cycle, const SealedFile& file, IndexCheck check);

    /// Claims a file whose result is not known. If it returns `unknown`, the caller owns the file and must hash it.
    /// Other callers then get `pending` until record() or give_up(), until the owner's process is gone, or until the
    /// owner has not called still_hashing() for ten seconds.
    HashResult claim(const SealedFile& file, IndexCheck check);
    void still_hashing(const SealedFile& file) noexcept;
    void give_up(const SealedFile& file) noexcept;
    void record(const SealedFile& file, const HashResult& result) noexcept;

    /// Returns true for the first process of the server that reports this message about this file, so that the log has
    /// it only once. The last 64 messages are remembered.
    bool is_first_to_say(const std::string& message, const store::FileIdentity& about) noexcept;

    /// Runs `body` while no other process does. `body` must not throw or wait.
    template <class Body>
    void alone(Body&& body) noexcept {
        ngx_shmtx_t* mutex = &reinterpret_cast<ngx_slab_pool_t*>(table_.zone().shm.addr)->mutex;
        ngx_shmtx_lock(mutex);
        body();
        ngx_shmtx_unlock(mutex);
    }

private:
    struct Slot;
    struct Table;
    class Lock;
    static Slot* find(Table& table, const SealedFile& file) noexcept;
    static Slot& take_slot(Table& table, const SealedFile& file) noexcept;
    static HashResult hash_result_of(const Slot& slot);
    static bool is_abandoned(const Slot& slot) noexcept;

    SharedTable<Table> table_;
};

}  // namespace bizrec::ngx
