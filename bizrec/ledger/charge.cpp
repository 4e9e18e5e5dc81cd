#include "bizrec/ledger/charge.hpp"

namespace bizrec::ledger {
namespace {

void enter(ChargeSlot* slot, ChargeState state) noexcept {
    if (slot != nullptr) {
        slot->state.store(state, std::memory_order_release);
    }
}

}  // namespace

// All stores use release order. So a reader that sees a new amount also sees the change of `sequence` before it, and
// reads again.
void set_limits(Account& account, Millicredits granted, Millicredits limit) noexcept {
    std::uint32_t sequence = account.sequence.load(std::memory_order_relaxed);
    // If `sequence` is odd, a writer was killed in this function, and the amounts before are kept already.
    if ((sequence & 1) == 0) {
        account.granted_before.store(account.granted.load(std::memory_order_relaxed), std::memory_order_release);
        account.limit_before.store(account.limit.load(std::memory_order_relaxed), std::memory_order_release);
        account.sequence.store(++sequence, std::memory_order_release);
    }
    account.granted.store(granted, std::memory_order_release);
    account.limit.store(limit, std::memory_order_release);
    account.sequence.store(sequence + 1, std::memory_order_release);
}

Balance balance_of(const Account& account) noexcept {
    for (;;) {
        const std::uint32_t sequence = account.sequence.load(std::memory_order_acquire);
        const bool is_odd = (sequence & 1) != 0;
        const Millicredits granted =
            (is_odd ? account.granted_before : account.granted).load(std::memory_order_acquire);
        const Millicredits limit = (is_odd ? account.limit_before : account.limit).load(std::memory_order_acquire);
        const Millicredits spent = account.spent.load(std::memory_order_acquire);
        if (account.sequence.load(std::memory_order_relaxed) == sequence) {
            return {granted, limit - spent};
        }
    }
}

ChargeResult reserve_charge(Account& account, const Charge& charge, ChargeSlot* slot) noexcept {
    enter(slot, ChargeState::intended);
    std::int64_t spent = account.spent.load(std::memory_order_relaxed);
    std::int64_t limit = 0;
    do {
        limit = account.limit.load(std::memory_order_acquire);
        if (charge.amount > limit - spent) {
            enter(slot, ChargeState::none);
            return {false, limit - spent};
        }
    } while (!account.spent.compare_exchange_weak(spent, spent + charge.amount, std::memory_order_acq_rel,
                                                  std::memory_order_relaxed));
    enter(slot, ChargeState::charged);
    return {true, limit - spent - charge.amount};
}

void book_charge(Account& account, const Charge& charge, ChargeSlot* slot) noexcept {
    const TallyPlace at = tally_of(account, charge.endpoint, charge.unix_ms);
    const std::uint64_t volume = volume_of(1, charge.rows);
    at.begun.fetch_add(volume, std::memory_order_relaxed);
    enter(slot, ChargeState::begun);
    at.tally.volume.fetch_add(volume, std::memory_order_relaxed);
    enter(slot, ChargeState::counted);
    // The volume is added first: a process that reads the millicredits, then the volume, sees the volume of all charges
    // in these millicredits.
    at.tally.millicredits.fetch_add(static_cast<std::uint64_t>(charge.amount), std::memory_order_release);
    enter(slot, ChargeState::tallied);
}

void resume_charge(Account& account, ChargeSlot& slot, bool is_done) noexcept {
    const TallyPlace at = tally_of(account, slot.endpoint, slot.unix_ms);
    const std::uint64_t volume = volume_of(1, slot.rows);
    const auto add = [&is_done](std::atomic<std::uint64_t>& to, std::uint64_t amount) {
        to.fetch_add(is_done ? 0 : amount, std::memory_order_release);
        is_done = false;  // of the next state
    };
    ChargeState state = slot.state.load(std::memory_order_acquire);
    if (state == ChargeState::intended) {
        state = is_done ? ChargeState::charged : ChargeState::none;
        enter(&slot, state);
        is_done = false;
    }
    if (state == ChargeState::charged) {
        add(at.begun, volume);
        enter(&slot, state = ChargeState::begun);
    }
    if (state == ChargeState::begun) {
        add(at.tally.volume, volume);
        enter(&slot, state = ChargeState::counted);
    }
    if (state == ChargeState::counted) {
        add(at.tally.millicredits, static_cast<std::uint64_t>(slot.millicredits));
        enter(&slot, ChargeState::tallied);
    }
}

void give_charge_back(Account& account, const Charge& charge, ChargeSlot* slot) noexcept {
    enter(slot, ChargeState::intended);
    account.spent.fetch_sub(charge.amount, std::memory_order_acq_rel);
    enter(slot, ChargeState::none);
}

ChargeResult charge(Account& account, const Charge& charge, ChargeSlot* slot) noexcept {
    const ChargeResult result = reserve_charge(account, charge, slot);
    if (result.covered) {
        book_charge(account, charge, slot);
    }
    return result;
}

Millicredits gap_of(const Account& account) noexcept {
    std::uint64_t tallied = 0;
    for (const EndpointTallies& endpoint : account.tallies) {
        for (const Tally& of : endpoint.of_minute) {
            tallied += of.millicredits.load(std::memory_order_acquire);
        }
    }
    return account.spent.load(std::memory_order_acquire) - account.untallied.load(std::memory_order_relaxed) -
           static_cast<Millicredits>(tallied);
}

}  // namespace bizrec::ledger
