#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

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

/// Kinds of work that take steps of a request's budget.
enum class WorkKind : std::uint8_t {
    parse,     ///< reading the body
    idna,      ///< host names with letters outside ASCII
    fold,      ///< bytes of text folded
    cut,       ///< bytes of text cut into words
    look_up,   ///< words and keys looked up in the index
    places,    ///< locations turned into ranges of documents
    circles,   ///< distances measured
    postings,  ///< documents of posting lists
    decode,    ///< other readings of the words
    rows,      ///< records written
};
inline constexpr std::size_t work_kinds = static_cast<std::size_t>(WorkKind::rows) + 1;

/// The steps that one request may take. Its cost is not estimated beforehand: work whose size depends on the input
/// takes steps while it runs, and stops when none are left. Steps depend only on the request and the index, so that the
/// same request ends in the same way in every worker and on every machine. A step takes a few nanoseconds (`make
/// attack-work` prints how many, by kind).
///
/// Also has the flag that the request was cancelled, so that a loop needs only one check. Not thread-safe.
class Budget {
public:
    static constexpr std::uint64_t unlimited = UINT64_MAX;

    /// A budget of 0 steps is spent at once. `cancellation`: must outlive the budget; null: the request is never
    /// cancelled.
    explicit Budget(std::uint64_t steps = unlimited, const Cancellation* cancellation = nullptr) noexcept
        : left_(steps), cancellation_(cancellation) {}

    /// Takes `steps` steps, even if fewer are left, because the work is already done. Returns false if the caller must
    /// stop: see stopped(). Call it for each block, row or text, not for each byte.
    bool take(WorkKind kind, std::uint64_t steps) noexcept {
        count(kind, steps);
        return !stopped();
    }
    /// Takes all steps that another budget of the same request has counted. Returns the same as the function above.
    bool take(const Budget& part) noexcept {
        for (std::size_t i = 0; i < work_kinds; ++i) {
            count(static_cast<WorkKind>(i), part.used_[i]);
        }
        return !stopped();
    }

    /// Whether no steps are left. The result so far is then not an answer; the request may be repeated with more steps.
    bool spent() const noexcept { return left_ == 0; }
    /// Whether the answer is not needed any more: the client has gone, or the request is too old.
    bool cancelled() const noexcept { return cancellation_ != nullptr && cancellation_->requested(); }
    bool stopped() const noexcept { return spent() || cancelled(); }

    std::uint64_t left() const noexcept { return left_; }
    /// For a loop that counts its own steps: returns the count at which the loop must stop. `counted`: the loop's count
    /// now. `times`: the steps of this budget that one step of the loop costs.
    std::uint64_t end_for(std::uint64_t counted, std::uint64_t times = 1) const noexcept {
        const std::uint64_t more = left_ / times + (left_ % times == 0 ? 0 : 1);
        return counted + (more < unlimited - counted ? more : unlimited - counted);
    }
    std::uint64_t used(WorkKind kind) const noexcept { return used_[static_cast<std::size_t>(kind)]; }
    std::uint64_t used() const noexcept {
        std::uint64_t sum = 0;
        for (const std::uint64_t steps : used_) {
            sum += steps;
        }
        return sum;
    }
    /// The kind of work that took the most steps so far; the first if several took the same.
    WorkKind max_kind() const noexcept {
        std::size_t max = 0;
        for (std::size_t i = 1; i < work_kinds; ++i) {
            max = used_[i] > used_[max] ? i : max;
        }
        return static_cast<WorkKind>(max);
    }

private:
    void count(WorkKind kind, std::uint64_t steps) noexcept {
        used_[static_cast<std::size_t>(kind)] += steps;
        left_ -= steps < left_ ? steps : left_;
    }

    std::uint64_t left_;
    const Cancellation* cancellation_;
    std::array<std::uint64_t, work_kinds> used_{};
};

}  // namespace bizrec
