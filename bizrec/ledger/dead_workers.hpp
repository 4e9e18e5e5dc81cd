#pragma once

#include <cstddef>
#include <vector>

#include "bizrec/ledger/account_table.hpp"
#include "bizrec/ledger/ledger.hpp"

namespace bizrec::ledger {

/// Handles workers that were killed. Reads their charges from WorkerSlots, completes half-made ones, and lists the
/// charges whose request was not logged. Only the ledger's writer uses it.
class DeadWorkers {
public:
    explicit DeadWorkers(AccountTable& table) noexcept : table_(table) {}

    /// Looks for workers that have died, and completes their half-made charges. Leaves a half-made charge as it is
    /// while other processes charge the same account, because it is then unknown whether the charge took effect. The
    /// next call looks at that worker again.
    void take();

    /// The charges that the dead workers found by take() have made for requests that were never logged.
    const std::vector<Unsettled>& unsettled() const noexcept { return unsettled_; }

    /// Call it when the ledger has recorded unsettled(). Empties it, and frees the slots of those workers for others.
    void forget() noexcept;

private:
    /// A half-made charge. A worker does one thing at a time, so it leaves at most one.
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
