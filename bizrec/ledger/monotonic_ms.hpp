#pragma once

#include <chrono>
#include <cstdint>

namespace bizrec::ledger {

/// Milliseconds of the clock that nobody sets. All processes of the machine have the same; it begins again with it.
inline std::int64_t monotonic_ms() noexcept {
    using std::chrono::duration_cast;
    return duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace bizrec::ledger
