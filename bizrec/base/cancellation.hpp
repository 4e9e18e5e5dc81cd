#pragma once

#include <atomic>

namespace bizrec {

/// Tells the thread that is at work, or about to be, that nobody waits for the result any more. Any thread may request
/// it, once and for good. The worker asks between its stages and leaves its result unfinished.
class Cancellation {
public:
    void request() noexcept { requested_.store(true, std::memory_order_relaxed); }
    bool requested() const noexcept { return requested_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> requested_{false};  // relaxed: nothing else is handed over with it
};

}  // namespace bizrec
