#include "bizrec/ledger/dead_workers.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "bizrec/ledger/charge.hpp"

namespace bizrec::ledger {
namespace {

ChargeState state_of(const ChargeSlot& slot) noexcept {
    return slot.state.load(std::memory_order_acquire);
}

bool is_interrupted(const ChargeSlot& slot) noexcept {
    const ChargeState state = state_of(slot);
    return state == ChargeState::intended || state == ChargeState::charged || state == ChargeState::counted;
}

/// Finds amounts that add up to `sum`. Returns them as a bit set: bit i stands for amounts[i]. If several sets have
/// this sum, returns the one with the smallest number. If no set has this sum, returns the one with the greatest sum
/// below `sum`, because a worker without slots may have died, too. Considers only the first 16 amounts.
unsigned subset_of_sum(const std::vector<Millicredits>& amounts, Millicredits sum) noexcept {
    const auto n = std::min<std::size_t>(amounts.size(), 16);
    unsigned best = 0;
    Millicredits best_sum = 0;
    for (unsigned set = 1; set < 1U << n && best_sum != sum; ++set) {
        Millicredits of_set = 0;
        for (std::size_t i = 0; i < n; ++i) {
            of_set += (set >> i & 1) != 0 ? amounts[i] : 0;
        }
        if (of_set <= sum && of_set > best_sum) {
            best = set;
            best_sum = of_set;
        }
    }
    return best;
}

/// Completes the half-made charge of a dead worker. `in_gap`: its millicredits are in `spent` but in no tally. A charge
/// that is not in the gap and was only intended never took effect, so it is dropped.
void complete(Account& account, ChargeSlot& slot, bool in_gap) noexcept {
    const ChargeState state = state_of(slot);
    if (state == ChargeState::intended && !in_gap) {
        slot.state.store(ChargeState::none, std::memory_order_release);
        return;
    }
    Tally& tally = tally_of(account, slot.endpoint, slot.unix_ms);
    if (state != ChargeState::counted) {
        tally.volume.fetch_add(volume_of(1, slot.rows), std::memory_order_relaxed);
    }
    if (in_gap) {
        tally.millicredits.fetch_add(static_cast<std::uint64_t>(slot.millicredits), std::memory_order_release);
    }
    slot.state.store(ChargeState::tallied, std::memory_order_release);
}

}  // namespace

bool DeadWorkers::is_being_charged(std::uint32_t account) const noexcept {
    for (std::size_t w = 0; w < max_workers; ++w) {
        const WorkerSlots& worker = table_.worker(w);
        const ProcessIdentity owner = worker.owner.load(std::memory_order_acquire);
        if (owner == 0 || !is_alive(owner)) {
            continue;
        }
        const bool busy = std::any_of(std::begin(worker.slots), std::end(worker.slots), [account](const ChargeSlot& s) {
            return is_interrupted(s) && s.account == account;
        });
        if (busy) {
            return true;
        }
    }
    return false;
}

/// Completes the given half-made charges, which are all of one account. A charge in state `charged` is in the gap
/// between `spent` and the tallies (gap_of()). From the other charges, subset_of_sum() chooses those whose amounts add
/// up to the rest of the gap. Returns false, and changes nothing, if another process is charging the account at this
/// moment.
bool DeadWorkers::settle(const std::vector<Interrupted>& charges) {
    Account& account = table_.account(charges.front().slot->account);
    const std::int64_t spent = account.spent.load(std::memory_order_acquire);
    const bool busy = is_being_charged(charges.front().slot->account);
    Millicredits rest = gap_of(account);
    if (busy || account.spent.load(std::memory_order_acquire) != spent || gap_of(account) != rest) {
        return false;
    }
    std::vector<Interrupted> unknown;
    std::vector<Millicredits> amounts;
    for (const Interrupted& charge : charges) {
        if (state_of(*charge.slot) == ChargeState::charged) {
            rest -= charge.slot->millicredits;
            complete(account, *charge.slot, true);
        } else {
            unknown.push_back(charge);
            amounts.push_back(charge.slot->millicredits);
        }
    }
    const unsigned in_gap = subset_of_sum(amounts, rest);
    for (std::size_t i = 0; i < unknown.size(); ++i) {
        complete(account, *unknown[i].slot, i < 16 && (in_gap >> i & 1) != 0);
    }
    return true;
}

void DeadWorkers::note_unsettled(const WorkerSlots& worker) {
    for (const ChargeSlot& slot : worker.slots) {
        if (state_of(slot) != ChargeState::tallied) {
            continue;
        }
        Unsettled& charge = unsettled_.emplace_back();
        charge.unix_ms = slot.unix_ms;
        std::copy(std::begin(slot.request_id), std::end(slot.request_id), charge.request_id.begin());
        charge.team = AccountTable::team_of(table_.account(slot.account));
        charge.endpoint = static_cast<std::size_t>(slot.endpoint);
        charge.rows = slot.rows;
        charge.amount = slot.millicredits;
    }
}

std::vector<DeadWorkers::Interrupted> DeadWorkers::of_account(const std::vector<Interrupted>& all,
                                                              std::uint32_t account) const {
    std::vector<Interrupted> some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some),
                 [account](const Interrupted& charge) { return charge.slot->account == account; });
    return some;
}

void DeadWorkers::take() {
    std::vector<std::size_t> dead;
    std::vector<Interrupted> interrupted;
    for (std::size_t w = 0; w < max_workers; ++w) {
        WorkerSlots& worker = table_.worker(w);
        const ProcessIdentity owner = worker.owner.load(std::memory_order_acquire);
        const bool known = std::find(taken_.begin(), taken_.end(), w) != taken_.end();
        if (owner == 0 || known || is_alive(owner)) {
            continue;
        }
        dead.push_back(w);
        for (ChargeSlot& slot : worker.slots) {
            if (is_interrupted(slot)) {
                interrupted.push_back({w, &slot});
            }
        }
    }
    for (const Interrupted& charge : interrupted) {
        if (is_interrupted(*charge.slot) && !settle(of_account(interrupted, charge.slot->account))) {
            dead.erase(std::remove(dead.begin(), dead.end(), charge.worker), dead.end());
        }
    }
    for (const std::size_t w : dead) {
        note_unsettled(table_.worker(w));
        taken_.push_back(w);
    }
}

void DeadWorkers::forget() noexcept {
    for (const std::size_t w : taken_) {
        WorkerSlots& worker = table_.worker(w);
        for (ChargeSlot& slot : worker.slots) {
            slot.state.store(ChargeState::none, std::memory_order_relaxed);
        }
        worker.owner.store(0, std::memory_order_release);
    }
    taken_.clear();
    unsettled_.clear();
}

}  // namespace bizrec::ledger
