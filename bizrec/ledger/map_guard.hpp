#pragma once

#include <type_traits>

/// Lets a process survive the truncation of a mapped file: some of its pages then no longer exist, and a read of one
/// raises SIGBUS.
namespace bizrec::ledger {

/// The result of a call that was ended halfway, as a rule because the mapped file was truncated. LMDB has no such code.
inline constexpr int map_lost = -1;

/// Runs the call, which must be plain C, and returns its code, or `map_lost` if SIGBUS or leave_map() ended it halfway.
/// After such an end, the LMDB objects of the call are unusable, and LMDB's locks are held until this thread ends.
int guard_map(int (*call)(void*), void* what) noexcept;

/// Ends the call in progress in this thread. Has no effect without a call.
void leave_map() noexcept;

/// Whether a call of guard_map() in this thread has been ended by SIGBUS or leave_map().
bool has_lost_map() noexcept;

template <class Call>
int guarded(Call&& call) noexcept {
    using Plain = std::remove_reference_t<Call>;
    return guard_map([](void* what) { return (*static_cast<Plain*>(what))(); }, &call);
}

}  // namespace bizrec::ledger
