#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/enrich/enrich_row.hpp"

namespace bizrec::search {

/// Keeps the best `limit` offered rows, in bounded memory that is reused.
///
/// A document may be offered several times, each time with a lower bound of its score. The greatest bound counts, and
/// the inputs that matched are joined. The result is exact if every document of the true answer is offered at least
/// once with its true row.
class TopRows {
public:
    void reset(std::size_t limit);
    void offer(const EnrichRow& row) {
        if (has_worst_ && comes_before(worst_, row)) {
            return;
        }
        rows_.push_back(row);
        if (rows_.size() == capacity) {
            drop_worse();
        }
    }

    /// Whether a row of this score may still be among the best. It is cheap, because it only compares with the worst
    /// row that the last drop_worse() kept.
    bool admits(std::uint32_t score) const noexcept { return !has_worst_ || score >= worst_.score; }

    /// Drops rows that cannot be among the best, so that admits() refuses more.
    void drop_worse();

    /// Overwrites `out` with the best rows, in order.
    void finish(std::vector<EnrichRow>& out);

private:
    static constexpr std::size_t capacity = 512;  // offer() calls drop_worse() at this many rows; far above any limit

    std::vector<EnrichRow> rows_;
    std::size_t limit_ = 0;
    bool has_worst_ = false;
    EnrichRow worst_;  // the worst of the best `limit_` rows so far
};

}  // namespace bizrec::search
