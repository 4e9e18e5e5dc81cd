#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/enrich/enrich_row.hpp"

namespace bizrec::search {

/// Keeps the best `limit` of the rows offered, in bounded memory that is reused.
///
/// A document may be offered several times, each time with a lower bound of its score: the greatest one counts, and
/// which inputs matched adds up. What comes out is exact as long as every document of the true answer is offered once
/// with its true row.
class TopRows {
public:
    void reset(std::size_t limit);
    void offer(const EnrichRow& row) {
        if (has_worst_ && comes_before(worst_, row)) {
            return;
        }
        rows_.push_back(row);
        if (rows_.size() == capacity) {
            settle();
        }
    }

    /// False where no row of this score can get in any more. Cheap; settle() makes it sharper.
    bool admits(std::uint32_t score) const noexcept { return !has_worst_ || score >= worst_.score; }

    /// Drops what is known not to get in.
    void settle();

    /// The best rows in order; `out` is overwritten.
    void finish(std::vector<EnrichRow>& out);

private:
    static constexpr std::size_t capacity = 512;  // rows between two settlings; far above any limit

    std::vector<EnrichRow> rows_;
    std::size_t limit_ = 0;
    bool has_worst_ = false;
    EnrichRow worst_;  // the last of the best `limit_` rows so far
};

}  // namespace bizrec::search
