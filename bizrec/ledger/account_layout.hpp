#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bizrec/base/endpoint_kind.hpp"
#include "bizrec/ledger/process_identity.hpp"

/// The memory in which all processes of a server charge: plain bytes, at the same offsets for every version of the
/// module with the same layout_version. A process may be killed at any point, but no number here is ever half-written.
namespace bizrec::ledger {

inline constexpr std::uint32_t layout_version = 2;
inline constexpr std::size_t cache_line = 64;

/// The longest name of a team and of its account. Team names are plain words of an nginx `map`.
inline constexpr std::size_t max_team_bytes = 128;

/// The totals that one endpoint has delivered to a team in all even minutes, or in all odd ones. They only grow. Each
/// transaction of the ledger adds their growth since the previous transaction to the usage of that minute.
struct Tally {
    std::atomic<std::uint64_t> volume;  ///< requests and rows, see volume_of()
    std::atomic<std::uint64_t> millicredits;
};

inline constexpr unsigned volume_row_bits = 36;

/// Requests and rows in one number, so that a killed worker cannot write one without the other. The difference of two
/// such numbers holds both differences, as long as they are below 2^28 requests and 2^36 rows.
constexpr std::uint64_t volume_of(std::uint64_t requests, std::uint64_t rows) noexcept {
    return requests << volume_row_bits | rows;
}
constexpr std::uint64_t requests_of(std::uint64_t volume) noexcept {
    return volume >> volume_row_bits;
}
constexpr std::uint64_t rows_of(std::uint64_t volume) noexcept {
    return volume & ((std::uint64_t{1} << volume_row_bits) - 1);
}

/// Even and odd minutes have separate tallies, so that the last charge of a minute is booked on its own minute even if
/// it is made after the next minute has begun.
struct alignas(cache_line) EndpointTallies {
    Tally of_minute[2];
    /// For each of them: the requests and rows whose adding to Tally::volume has begun. The difference from the volume
    /// tells whether a killed worker has added its charge there.
    std::atomic<std::uint64_t> begun[2];
};

struct alignas(cache_line) Account {
    /// Millicredits charged on this edge since the ledger was made. Only grows, except that a charge which is not
    /// tallied yet may be given back. All other sums derive from it.
    std::atomic<std::int64_t> spent;
    /// The maximum of `spent`: the granted amount minus the spending of other edges. Derived from the ledger, always
    /// replaced as a whole.
    std::atomic<std::int64_t> limit;
    std::atomic<std::int64_t> granted;  ///< the granted amount, for display
    /// The part of `spent` charged before this table existed; no tally covers it.
    std::atomic<std::int64_t> untallied;
    std::uint32_t team_bytes;
    /// If this is odd, set_limits() is replacing `granted` and `limit`. `granted_before` and `limit_before` then have
    /// the amounts before the change.
    std::atomic<std::uint32_t> sequence;
    std::atomic<std::int64_t> granted_before, limit_before;
    alignas(cache_line) char team[max_team_bytes];
    EndpointTallies tallies[endpoint_places];
};

/// The progress of a charge. In each state one number is being changed, and may have been changed already. After a
/// worker was killed, the writer completes its charge from this: a second number, which is not changed in the same
/// state, tells whether the first one was (DeadWorkers).
enum class ChargeState : std::uint32_t {
    none = 0,
    intended,  ///< is adding the amount to `spent`; the tallies' millicredits lack it
    charged,   ///< is adding the request and its rows to EndpointTallies::begun; Tally::volume lacks them
    begun,     ///< is adding them to Tally::volume; EndpointTallies::begun has them
    counted,   ///< is adding the amount to Tally::millicredits; `spent` has it
    tallied,   ///< the charge is completely in `spent` and in the tally; the answer is being sent
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
    std::atomic<ProcessIdentity> owner;  ///< the process that uses the slots; 0 = none
    ChargeSlot slots[slots_of_worker];
};

/// Number of WorkerSlots: more than the processes that nginx has at a time, including old ones that are ending. A
/// process that finds none free charges without recording request ids.
inline constexpr std::size_t max_workers = 256;

enum class TableState : std::uint32_t {
    open = 0,
    lost = 1,  ///< another server has taken over this ledger, so this one no longer charges
};

struct TableHeader {
    char magic[8];
    std::uint32_t layout;
    std::uint32_t bucket_bits;  ///< the hash table has 2^bucket_bits places
    std::uint32_t capacity;     ///< maximum number of accounts
    std::atomic<TableState> state;
    std::uint64_t table_id;  ///< a random number
    char ledger_id[16];      ///< hexadecimal digits

    std::atomic<ProcessIdentity> writer;
    std::atomic<std::uint64_t> transactions;  ///< number of transactions that have written these numbers to the ledger
    std::atomic<std::int64_t> written_unix_ms;   ///< time of the last such transaction; 0 = none yet
    std::atomic<std::int64_t> failing_since_ms;  ///< monotonic_ms(); 0 = the last transaction succeeded
    /// monotonic_ms() of the last alert; negative: the trouble is over; 0 = none
    std::atomic<std::int64_t> alerted_ms;
    std::atomic<std::uint32_t> accounts;      ///< number of accounts in use, which are the first ones
    std::atomic<std::uint64_t> ledger_bytes;  ///< last known length of the ledger, which never shrinks; 0 = not known
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<ChargeState>::is_always_lock_free);
static_assert(sizeof(EndpointTallies) == cache_line && sizeof(ChargeSlot) == cache_line);
static_assert(sizeof(Account) == cache_line + max_team_bytes + endpoint_places * cache_line);

}  // namespace bizrec::ledger
