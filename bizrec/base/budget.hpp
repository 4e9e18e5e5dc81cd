#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bizrec/base/cancellation.hpp"

namespace bizrec {

/// What the steps of a request are spent on.
enum class WorkKind : std::uint8_t {
    parse,     ///< reading the body
    idna,      ///< host names with other letters than ASCII
    fold,      ///< bytes of text brought to one form
    cut,       ///< texts cut into words
    look_up,   ///< words and keys looked for in the index
    places,    ///< locations turned into ranges of documents
    circles,   ///< distances measured
    postings,  ///< documents of lists
    decode,    ///< other readings of the words
    rows,      ///< records written
    compress,  ///< bytes of an answer compressed
};
inline constexpr std::size_t work_kinds = static_cast<std::size_t>(WorkKind::compress) + 1;

/// The steps that one request may take. Work whose size depends on the input takes its steps as it goes, and stops when
/// none are left. The cost of a request is not estimated beforehand. Steps are counted from the request and the index
/// alone, so that the same request has the same fate in every worker and on every machine; a step is some nanoseconds
/// (`make attack-work` prints how many, by kind).
///
/// It also says that the client has gone, so that a loop asks one question. One thread at a time.
class Budget {
public:
    static constexpr std::uint64_t unlimited = UINT64_MAX;

    /// Nothing is left of 0 steps. `cancellation`: must live as long; null: nobody cancels.
    explicit Budget(std::uint64_t steps = unlimited, const Cancellation* cancellation = nullptr) noexcept
        : left_(steps), cancellation_(cancellation) {}

    /// Takes them, also where fewer are left: what is done is counted. False: stop here, as stopped() says. To be
    /// called for a block, a row, a text, not for a byte.
    bool take(WorkKind kind, std::uint64_t steps) noexcept {
        count(kind, steps);
        return !stopped();
    }
    /// Takes what another budget of the same request has counted.
    bool take(const Budget& part) noexcept {
        for (std::size_t i = 0; i < work_kinds; ++i) {
            count(static_cast<WorkKind>(i), part.used_[i]);
        }
        return !stopped();
    }

    /// Nothing is left: what is at hand is no answer, and the request may begin again with more.
    bool spent() const noexcept { return left_ == 0; }
    /// Nobody waits for the answer any more.
    bool cancelled() const noexcept { return cancellation_ != nullptr && cancellation_->requested(); }
    bool stopped() const noexcept { return spent() || cancelled(); }

    std::uint64_t left() const noexcept { return left_; }
    /// What a number that counts steps, each as long as `times` of ours, and is at `counted`, may reach.
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
    /// What cost most so far; the first of several that cost the same.
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
