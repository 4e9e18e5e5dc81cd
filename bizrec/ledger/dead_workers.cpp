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
    return state != ChargeState::none && state != ChargeState::tallied;
}

bool adds_to_volume(const ChargeSlot& slot) noexcept {
    return state_of(slot) == ChargeState::charged || state_of(slot) == ChargeState::begun;
}

bool is_same_tally(const ChargeSlot& a, const ChargeSlot& b) noexcept {
    return a.endpoint == b.endpoint && (a.unix_ms / 60'000 & 1) == (b.unix_ms / 60'000 & 1);
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

/// The slots of `some` whose amounts add up to `sum`, as subset_of_sum() chooses them.
std::vector<ChargeSlot*> chosen(const std::vector<ChargeSlot*>& some, Millicredits sum,
                                Millicredits (*amount_of)(const ChargeSlot&)) {
    std::vector<Millicredits> amounts(some.size());
    std::transform(some.begin(), some.end(), amounts.begin(),
                   [amount_of](const ChargeSlot* slot) { return amount_of(*slot); });
    const unsigned set = subset_of_sum(amounts, sum);
    std::vector<ChargeSlot*> of_set;
    for (std::size_t i = 0; i < some.size() && i < 16; ++i) {
        if ((set >> i & 1) != 0) {
            of_set.push_back(some[i]);
        }
    }
    return of_set;
}

/// The charges whose amounts are in `spent` and in no tally. `gap`: gap_of() their account. Charges that add to a
/// volume are in the gap for certain, and are not returned.
std::vector<ChargeSlot*> slots_in_gap(const std::vector<ChargeSlot*>& slots, Millicredits gap) {
    std::vector<ChargeSlot*> unknown;
    for (ChargeSlot* const slot : slots) {
        if (adds_to_volume(*slot)) {
            gap -= slot->millicredits;
        } else {
            unknown.push_back(slot);
        }
    }
    return chosen(unknown, gap, [](const ChargeSlot& slot) { return slot.millicredits; });
}

/// The charges whose requests and rows are in EndpointTallies::begun and not in the volume of the tally.
std::vector<ChargeSlot*> slots_in_volume_gap(Account& account, const std::vector<ChargeSlot*>& slots) {
    std::vector<ChargeSlot*> rest, found;
    std::copy_if(slots.begin(), slots.end(), std::back_inserter(rest),
                 [](const ChargeSlot* slot) { return adds_to_volume(*slot); });
    while (!rest.empty()) {
        const ChargeSlot& first = *rest.front();
        const auto others = std::stable_partition(
            rest.begin(), rest.end(), [&first](const ChargeSlot* slot) { return is_same_tally(first, *slot); });
        const TallyPlace at = tally_of(account, first.endpoint, first.unix_ms);
        const std::uint64_t gap =
            at.begun.load(std::memory_order_acquire) - at.tally.volume.load(std::memory_order_acquire);
        const std::vector<ChargeSlot*> of_tally =
            chosen({rest.begin(), others}, static_cast<Millicredits>(gap),
                   [](const ChargeSlot& slot) { return static_cast<Millicredits>(volume_of(1, slot.rows)); });
        found.insert(found.end(), of_tally.begin(), of_tally.end());
        rest.erase(rest.begin(), others);
    }
    return found;
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

/// Finds out which of the given half-made charges, all of one account, have made the change of their state, and resumes
/// them. Returns false, and changes nothing, if another process is charging the account at this moment. The answer is
/// certain for one charge. Charges of the same size, of several dead workers, may be confused.
bool DeadWorkers::settle(const std::vector<Interrupted>& charges) {
    Account& account = table_.account(charges.front().slot->account);
    const std::int64_t spent = account.spent.load(std::memory_order_acquire);
    const bool busy = is_being_charged(charges.front().slot->account);
    const Millicredits gap = gap_of(account);
    if (busy || account.spent.load(std::memory_order_acquire) != spent || gap_of(account) != gap) {
        return false;
    }
    std::vector<ChargeSlot*> slots(charges.size());
    std::transform(charges.begin(), charges.end(), slots.begin(),
                   [](const Interrupted& charge) { return charge.slot; });
    const std::vector<ChargeSlot*> in_volume_gap = slots_in_volume_gap(account, slots);
    const std::vector<ChargeSlot*> in_gap = slots_in_gap(slots, gap);
    for (ChargeSlot* const slot : slots) {
        const auto is_in = [slot](const std::vector<ChargeSlot*>& some) {
            return std::find(some.begin(), some.end(), slot) != some.end();
        };
        const ChargeState state = state_of(*slot);
        resume_charge(account, *slot,
                      state == ChargeState::intended  ? is_in(in_gap)
                      : state == ChargeState::charged ? is_in(in_volume_gap)
                      : state == ChargeState::begun   ? !is_in(in_volume_gap)
                                                      : !is_in(in_gap));
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
