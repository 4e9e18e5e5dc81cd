#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// A row as one number, so that comparing two rows is one comparison. The greater number comes first.
using RowKey = std::uint64_t;
constexpr RowKey row_key(std::uint32_t score, std::uint32_t docid) noexcept {
    return RowKey{score} << 32 | (0xFFFFFFFFU - docid);
}

/// Keeps the best `limit` offered rows after the cursor, in bounded memory that is reused. A document may be offered
/// only once.
class TopSearchRows {
public:
    void reset(const RankProblem& problem);

    bool admits(RowKey key) const noexcept { return key > floor_ && key < ceiling_; }
    /// Whether a row with at most this score and at least this docid may get in.
    bool may_admit(std::uint32_t score, std::uint32_t docid) const noexcept {
        RowKey best = row_key(score, docid);
        if (best >= ceiling_) {
            best = std::min(ceiling_ - 1, row_key(static_cast<std::uint32_t>(ceiling_ >> 32), docid));
        }
        return best > floor_;
    }
    /// Adds a row that admits() accepts.
    void add(RowKey key) {
        keys_.push_back(key);
        if (keys_.size() == next_settling_) {
            settle();
        }
    }
    /// The lowest score with which a row from `docid` on may get in.
    std::uint32_t min_score(std::uint32_t docid) const noexcept {
        const auto score = static_cast<std::uint32_t>(floor_ >> 32);
        return row_key(score, docid) > floor_ ? score : score + 1;
    }
    /// Drops rows that cannot be among the best, so that admits() and may_admit() refuse more.
    void settle();

    /// Overwrites `out` with the best rows, in order.
    void finish(std::vector<SearchRow>& out);

private:
    std::vector<RowKey> keys_;
    std::size_t limit_ = 0;
    std::size_t next_settling_ = 0;
    RowKey floor_ = 0;    // the worst of the best `limit_` rows so far; 0: fewer are known
    RowKey ceiling_ = 0;  // the cursor's row; without a cursor, the greatest key
};

}  // namespace bizrec::search
