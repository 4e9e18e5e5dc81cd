#pragma once

#include <cstddef>
#include <vector>

#include "bizrec/ledger/account_table.hpp"
#include "bizrec/ledger/ledger.hpp"

namespace bizrec::ledger {

/// Handles workers that were killed. Reads each worker's charge in progress from its region of the table, completes
/// half-made charges, and lists the charges whose request was not logged. Only the ledger's writer uses it.
class DeadWorkers {
public:
    explicit DeadWorkers(AccountTable& table) noexcept : table_(table) {}

    /// Looks for workers that have died. If a charge cannot be decided because other processes charge the account at
    /// this moment, the next call looks at that worker again.
    void take();

    /// Unlogged charges of the workers that take() has found.
    const std::vector<Unsettled>& unsettled() const noexcept { return unsettled_; }

    /// The ledger has recorded them: frees the regions for other workers.
    void forget() noexcept;

private:
    /// A worker does one thing at a time, so it leaves at most one charge whose outcome is unknown.
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
    std::vector<std::size_t> taken_;  ///< workers whose charges are in unsettled_
};

}  // namespace bizrec::ledger
