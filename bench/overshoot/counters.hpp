#pragma once

#include <cstddef>
#include <vector>

#include "bizrec/ledger/millicredits.hpp"

namespace bizrec::overshoot {

/// A team's counters, one for each edge, as a ledger or the centre keeps them. Counters only grow. merge() follows the
/// rule of Ledger::Transaction::merge_counter(), without a file.
class Counters {
public:
    explicit Counters(std::vector<ledger::Millicredits> spent) : spent_(std::move(spent)) {
        for (const ledger::Millicredits of_edge : spent_) {
            sum_ += of_edge;
        }
    }

    /// Raises the counter to at least `spent`. Returns true if it was less.
    bool merge(std::size_t edge, ledger::Millicredits spent) {
        if (spent <= spent_[edge]) {
            return false;
        }
        sum_ += spent - spent_[edge];
        spent_[edge] = spent;
        return true;
    }

    ledger::Millicredits of(std::size_t edge) const { return spent_[edge]; }
    ledger::Millicredits elsewhere(std::size_t edge) const { return sum_ - spent_[edge]; }
    const std::vector<ledger::Millicredits>& all() const noexcept { return spent_; }

private:
    std::vector<ledger::Millicredits> spent_;
    ledger::Millicredits sum_ = 0;
};

}  // namespace bizrec::overshoot
