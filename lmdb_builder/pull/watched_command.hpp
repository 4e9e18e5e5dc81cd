#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bizrec::builder {

inline constexpr int no_such_program = 127;

struct CommandOutcome {
    int status = 0;        ///< exit status, such as no_such_program; 128 or more: killed by a signal
    bool stalled = false;  ///< the program was killed because `bytes()` had not changed
    std::string said;      ///< the last 16 KiB that the program wrote to standard output and standard error
};

/// Runs a program in its own process group, with empty standard input. The program is killed when this process ends. If
/// `bytes()` does not change for `stall_seconds`, the group is killed: rsync's own --timeout does not notice a
/// connection that is cut while rsync receives, because rsync's keep-alives still go into the socket's buffer. Throws
/// BuildFailure if no process can be created.
CommandOutcome run_watched(const std::vector<std::string>& words, const std::function<std::uint64_t()>& bytes,
                           unsigned stall_seconds);

}  // namespace bizrec::builder
