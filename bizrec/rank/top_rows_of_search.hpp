#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// A row as one number, so that the order of rows is one comparison: the greater number comes first.
using RowKey = std::uint64_t;
constexpr RowKey row_key(std::uint32_t score, std::uint32_t docid) noexcept {
    return RowKey{score} << 32 | (0xFFFFFFFFU - docid);
}

/// Keeps the best `limit` of the rows offered that stand behind the cursor, in bounded memory that is reused. Every
/// document is offered once at most.
class TopSearchRows {
public:
    void reset(const RankProblem& problem);

    bool admits(RowKey key) const noexcept { return key > floor_ && key < ceiling_; }
    /// False where no row of at most this score and at least this docid can get in.
    bool may_admit(std::uint32_t score, std::uint32_t docid) const noexcept {
        RowKey best = row_key(score, docid);
        if (best >= ceiling_) {
            best = std::min(ceiling_ - 1, row_key(static_cast<std::uint32_t>(ceiling_ >> 32), docid));
        }
        return best > floor_;
    }
    /// `key` is admitted.
    void add(RowKey key) {
        keys_.push_back(key);
        if (keys_.size() == next_settling_) {
            settle();
        }
    }
    /// The least score with which a row from `docid` on may get in.
    std::uint32_t min_score(std::uint32_t docid) const noexcept {
        const auto score = static_cast<std::uint32_t>(floor_ >> 32);
        return row_key(score, docid) > floor_ ? score : score + 1;
    }
    /// Raises what admits() and may_admit() ask for as far as the rows added allow.
    void settle();

    /// The best rows in order; `out` is overwritten.
    void finish(std::vector<SearchRow>& out);

private:
    std::vector<RowKey> keys_;
    std::size_t limit_ = 0;
    std::size_t next_settling_ = 0;
    RowKey floor_ = 0;    // the last of the best `limit_` rows so far; 0: fewer are known
    RowKey ceiling_ = 0;  // the cursor's row
};

}  // namespace bizrec::search
