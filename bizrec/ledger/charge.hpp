#pragma once

#include <cstdint>

#include "bizrec/ledger/account_layout.hpp"
#include "bizrec/ledger/millicredits.hpp"

namespace bizrec::ledger {

struct Charge {
    EndpointKind endpoint;
    std::uint32_t rows;
    Millicredits amount;   ///< > 0
    std::int64_t unix_ms;  ///< its minute is the one that the ledger books it on
};

struct ChargeResult {
    bool covered;            ///< false: nothing is charged
    Millicredits remaining;  ///< after the charge, or as it was found; below 0 where other edges have spent it
};

inline Millicredits remaining_of(const Account& account) noexcept {
    return account.limit.load(std::memory_order_acquire) - account.spent.load(std::memory_order_relaxed);
}

/// One compare-and-swap: no lock, no system call, no allocation. A charge that the balance does not cover changes
/// nothing, so that what is spent never exceeds what may be. `slot`: null, or one of the calling process that is free;
/// it tells of the charge until the caller frees it. A charge that is covered is in no book yet: the same process goes
/// on at once with book_charge() or give_charge_back(); where it is killed before, the charge stays.
ChargeResult reserve_charge(Account& account, const Charge& charge, ChargeSlot* slot) noexcept;
/// Two additions to the tallies: from here on the charge is final.
void book_charge(Account& account, const Charge& charge, ChargeSlot* slot) noexcept;
void give_charge_back(Account& account, const Charge& charge, ChargeSlot* slot) noexcept;

/// Reserves and books.
ChargeResult charge(Account& account, const Charge& charge, ChargeSlot* slot) noexcept;

/// Where a charge of that time and endpoint is tallied.
inline Tally& tally_of(Account& account, EndpointKind endpoint, std::int64_t unix_ms) noexcept {
    return account.tallies[static_cast<std::size_t>(endpoint)].of_minute[unix_ms / 60'000 & 1];
}

/// What is in `spent` and not in the tallies: charges that are being made, and those of workers that were killed in the
/// midst of one.
Millicredits gap_of(const Account& account) noexcept;

}  // namespace bizrec::ledger
