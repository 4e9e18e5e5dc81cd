#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bizrec/ledger/endpoint_kind.hpp"
#include "bizrec/ledger/process_identity.hpp"

/// The memory in which all processes of a server charge: plain bytes, at the same offsets for every version of the
/// module with the same layout_version. Whatever a process was doing when it was killed, each number here is one that
/// was written whole.
namespace bizrec::ledger {

inline constexpr std::uint32_t layout_version = 1;
inline constexpr std::size_t cache_line = 64;

/// Team names are plain words of an nginx `map`; longer ones are nobody's.
inline constexpr std::size_t max_team_bytes = 128;

/// What was delivered in the minutes of one parity, ever growing: the ledger keeps what each had at its last
/// transaction, and books the difference on the minute.
struct Tally {
    std::atomic<std::uint64_t> volume;  ///< requests and rows, see volume_of()
    std::atomic<std::uint64_t> millicredits;
};

inline constexpr unsigned volume_row_bits = 36;

/// Both in one word, so that a killed worker cannot leave one without the other. The difference of two such sums is
/// that of the requests and that of the rows, as long as it is below 2^28 requests and 2^36 rows.
constexpr std::uint64_t volume_of(std::uint64_t requests, std::uint64_t rows) noexcept {
    return requests << volume_row_bits | rows;
}
constexpr std::uint64_t requests_of(std::uint64_t volume) noexcept {
    return volume >> volume_row_bits;
}
constexpr std::uint64_t rows_of(std::uint64_t volume) noexcept {
    return volume & ((std::uint64_t{1} << volume_row_bits) - 1);
}

/// The tallies of minutes alternate, so that the last charge of a minute, made while the next has begun, is still
/// booked on its own.
struct alignas(cache_line) EndpointTallies {
    Tally of_minute[2];
};

struct alignas(cache_line) Account {
    /// Charged since the ledger was made, on this edge. Only grows, except that a charge which is in no tally yet may
    /// be given back. The truth of all sums.
    std::atomic<std::int64_t> spent;
    /// What `spent` may reach: granted, less what other edges have spent. Derived from the ledger, replaced whole.
    std::atomic<std::int64_t> limit;
    std::atomic<std::int64_t> granted;  ///< to be shown
    /// What of `spent` no tally here is about: charged before the table was made.
    std::atomic<std::int64_t> untallied;
    std::uint32_t team_bytes;
    alignas(cache_line) char team[max_team_bytes];
    EndpointTallies tallies[endpoint_places];
};

/// How far a charge has come: what a killed worker leaves behind is read from it.
enum class ChargeState : std::uint32_t {
    none = 0,
    intended,  ///< perhaps in `spent`
    charged,   ///< in `spent`, perhaps in the volume
    counted,   ///< in both, perhaps in the tally's millicredits
    tallied,   ///< in all; its answer is on its way
};

/// A charge whose request has not been logged yet.
struct alignas(cache_line) ChargeSlot {
    std::atomic<ChargeState> state;
    std::uint32_t account;
    std::int64_t millicredits;
    std::int64_t unix_ms;
    unsigned char request_id[16];
    std::uint32_t rows;
    EndpointKind endpoint;
};

inline constexpr std::size_t slots_of_worker = 1024;

struct alignas(cache_line) WorkerSlots {
    std::atomic<ProcessIdentity> owner;  ///< 0 = free
    ChargeSlot slots[slots_of_worker];
};

/// More processes than nginx has at a time, old ones that end included; one that finds no place charges unnamed.
inline constexpr std::size_t max_workers = 256;

enum class TableState : std::uint32_t {
    open = 0,
    lost = 1,  ///< another server counts in this ledger: nothing is charged here any more
};

struct TableHeader {
    char magic[8];
    std::uint32_t layout;
    std::uint32_t bucket_bits;  ///< of the hash table: 2^n places
    std::uint32_t capacity;     ///< accounts
    std::atomic<TableState> state;
    std::uint64_t table_id;  ///< random
    char ledger_id[16];      ///< hexadecimal digits

    std::atomic<ProcessIdentity> writer;
    std::atomic<std::uint64_t> transactions;     ///< that have written these numbers to the ledger
    std::atomic<std::int64_t> written_unix_ms;   ///< the last one; 0 = none yet
    std::atomic<std::int64_t> failing_since_ms;  ///< monotonic_ms(); 0 = the last one went well
    std::atomic<std::int64_t> alerted_ms;        ///< monotonic_ms() of the last alert; below 0: it is over; 0 = none
    std::atomic<std::uint32_t> accounts;         ///< in use, from the first on
    std::atomic<std::uint64_t> ledger_bytes;     ///< how long the ledger was, and so is at least; 0 = not known
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<ChargeState>::is_always_lock_free);
static_assert(sizeof(EndpointTallies) == cache_line && sizeof(ChargeSlot) == cache_line);
static_assert(sizeof(Account) == cache_line + max_team_bytes + endpoint_places * cache_line);

}  // namespace bizrec::ledger
