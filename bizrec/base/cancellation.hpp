#pragma once

#include <atomic>

namespace bizrec {

/// Tells a thread that the result of its work is no longer needed. Any thread may request it; it cannot be withdrawn.
/// The working thread checks it now and then, and leaves its result unfinished.
class Cancellation {
public:
    void request() noexcept { requested_.store(true, std::memory_order_relaxed); }
    bool requested() const noexcept { return requested_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> requested_{false};  // relaxed, because no other data is passed with it
};

}  // namespace bizrec
