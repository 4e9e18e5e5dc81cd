#pragma once

#include <chrono>
#include <cstdint>

namespace bizrec {

/// Milliseconds of the monotonic clock, which cannot be set. All processes of the machine share it; a reboot restarts
/// it.
inline std::int64_t monotonic_ms() noexcept {
    using std::chrono::duration_cast;
    return duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace bizrec
