#pragma once

#include <cstdint>

#include "bizrec/ledger/account_layout.hpp"
#include "bizrec/ledger/millicredits.hpp"

namespace bizrec::ledger {

struct Charge {
    EndpointKind endpoint;
    std::uint32_t rows;
    Millicredits amount;   ///< > 0
    std::int64_t unix_ms;  ///< the ledger books the charge on its minute
};

struct ChargeResult {
    bool covered;            ///< false: no charge was made
    Millicredits remaining;  ///< the balance afterwards; negative if other edges have overspent
};

inline Millicredits remaining_of(const Account& account) noexcept {
    return account.limit.load(std::memory_order_acquire) - account.spent.load(std::memory_order_relaxed);
}

/// Replaces `granted` and `limit`. Only the ledger's writer may call it.
void set_limits(Account& account, Millicredits granted, Millicredits limit) noexcept;

struct Balance {
    Millicredits granted, remaining;
};
/// Reads the amounts that one call of set_limits() has set, without a lock. While the writer is in the middle of a
/// call, or if it was killed there, these are the amounts of the call before.
Balance balance_of(const Account& account) noexcept;

/// Adds the charge to `spent` if the balance covers it. Needs only a compare-and-swap: no lock, no system call, no
/// allocation. A charge that the balance does not cover changes nothing, so `spent` never exceeds the limit. `slot`:
/// null, or a free slot of the calling process; it records the charge until the caller frees it. A covered charge is
/// not booked yet: the same process must call book_charge() or give_charge_back() at once. If the process is killed
/// before that, the charge stays in `spent`.
ChargeResult reserve_charge(Account& account, const Charge& charge, ChargeSlot* slot) noexcept;
/// Adds a reserved charge to the tallies. Then it is final.
void book_charge(Account& account, const Charge& charge, ChargeSlot* slot) noexcept;
/// Undoes reserve_charge().
void give_charge_back(Account& account, const Charge& charge, ChargeSlot* slot) noexcept;

/// Continues a charge of a killed worker from the state in its slot to `tallied`, or to `none` if nothing was charged.
/// `is_done`: the change of that state has been made. Every change is announced in the slot as a worker's own is, so
/// the caller may be killed, too.
void resume_charge(Account& account, ChargeSlot& slot, bool is_done) noexcept;

/// reserve_charge(), then book_charge() if the balance covers the charge.
ChargeResult charge(Account& account, const Charge& charge, ChargeSlot* slot) noexcept;

/// The numbers to which charges of one endpoint, in even or in odd minutes, are added.
struct TallyPlace {
    std::atomic<std::uint64_t>& begun;  ///< of EndpointTallies
    Tally& tally;
};
inline TallyPlace tally_of(Account& account, EndpointKind endpoint, std::int64_t unix_ms) noexcept {
    EndpointTallies& of = account.tallies[static_cast<std::size_t>(endpoint)];
    const auto parity = static_cast<std::size_t>(unix_ms / 60'000 & 1);
    return {of.begun[parity], of.of_minute[parity]};
}

/// The part of `spent` that this table's tallies should contain but do not: charges in progress, and half-made charges
/// of killed workers.
Millicredits gap_of(const Account& account) noexcept;

}  // namespace bizrec::ledger
