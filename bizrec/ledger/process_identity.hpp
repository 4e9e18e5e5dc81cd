#pragma once

#include <cstdint>

namespace bizrec::ledger {

/// A process of this machine since its start: its number in the upper 24 bits, the time of its start (proc(5),
/// starttime, ticks since boot) in the lower 40, so that a number which the system has given again is another process.
/// 0 = none.
using ProcessIdentity = std::uint64_t;

/// 0 where /proc is not mounted.
ProcessIdentity identify_process(std::uint64_t pid) noexcept;
ProcessIdentity this_process() noexcept;

inline std::uint64_t pid_of(ProcessIdentity process) noexcept {
    return process >> 40;
}

/// False also of a process that has ended and that nobody has waited for yet.
bool is_alive(ProcessIdentity process) noexcept;

}  // namespace bizrec::ledger
