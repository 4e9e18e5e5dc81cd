#pragma once

#include <cstdint>

namespace bizrec::ledger {

/// Identifies a process of this machine since its boot: its process id is in the upper 24 bits, its start time
/// (proc(5), starttime, ticks since boot) in the lower 40. A reused process id therefore gives another identity. 0 =
/// none.
using ProcessIdentity = std::uint64_t;

/// Returns the identity of the process with this id; 0 if there is no such process, if it is a zombie, or if /proc is
/// not mounted.
ProcessIdentity identify_process(std::uint64_t pid) noexcept;
ProcessIdentity this_process() noexcept;

inline std::uint64_t pid_of(ProcessIdentity process) noexcept {
    return process >> 40;
}

/// Whether the process has not ended. False for one that has ended but has not been waited for (a zombie).
bool is_alive(ProcessIdentity process) noexcept;

}  // namespace bizrec::ledger
