#pragma once

#include <cstddef>
#include <vector>

#include "bizrec/ledger/account_table.hpp"
#include "bizrec/ledger/ledger.hpp"

namespace bizrec::ledger {

/// Workers that were killed: what each was doing is read from its region of the table, half a charge is made whole, and
/// charges whose request was not logged are named. For the ledger's writer alone.
class DeadWorkers {
public:
    explicit DeadWorkers(AccountTable& table) noexcept : table_(table) {}

    /// Looks for workers that have died. One whose charge cannot be told yet, because others charge the account at this
    /// moment, is looked at again with the next call.
    void take();

    /// Of the workers that were taken.
    const std::vector<Unsettled>& unsettled() const noexcept { return unsettled_; }

    /// They stand in the ledger: the regions are free for others.
    void forget() noexcept;

private:
    /// A worker does one thing at a time, so each leaves one charge at most whose end is not known.
    struct Interrupted {
        std::size_t worker;
        ChargeSlot* slot;
    };
    void note_unsettled(const WorkerSlots& worker);
    std::vector<Interrupted> of_account(const std::vector<Interrupted>& all, std::uint32_t account) const;
    bool settle(const std::vector<Interrupted>& charges);
    bool is_being_charged(std::uint32_t account) const noexcept;

    AccountTable& table_;
    std::vector<Unsettled> unsettled_;
    std::vector<std::size_t> taken_;  ///< whose charges are in unsettled_
};

}  // namespace bizrec::ledger
