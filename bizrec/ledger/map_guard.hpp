#pragma once

#include <type_traits>

/// A map of a file that somebody cuts off has pages that no longer exist, and who reads one of them gets SIGBUS.
namespace bizrec::ledger {

/// No code of LMDB's: the map has gone in the midst of the call.
inline constexpr int map_lost = -1;

/// Does the call, which is C alone and gives a code, and gives its code; or `map_lost`, where SIGBUS or leave_map() has
/// ended it half-way. Whatever it has worked on is then of no use, and the locks that it holds end with this thread.
int guard_map(int (*call)(void*), void* what) noexcept;

/// Ends the call under way in this thread; no call, no effect.
void leave_map() noexcept;

/// Whether a call in this thread was ended so.
bool has_lost_map() noexcept;

template <class Call>
int guarded(Call&& call) noexcept {
    using Plain = std::remove_reference_t<Call>;
    return guard_map([](void* what) { return (*static_cast<Plain*>(what))(); }, &call);
}

}  // namespace bizrec::ledger
