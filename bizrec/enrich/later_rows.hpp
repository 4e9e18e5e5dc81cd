#pragma once

#include <cstdint>

#include "bizrec/enrich/page_start.hpp"
#include "bizrec/enrich/row_scorer.hpp"
#include "bizrec/enrich/top_rows.hpp"
#include "bizrec/postings/postings.hpp"

namespace bizrec::search {

/// The rows of one stratum (the documents of a list inside the ranges of one fit) on a page behind the first.
struct LaterRows {
    const store::Generation& generation;
    const PageStart& start;
    std::uint32_t limit;
    EnrichRow row;            ///< flags and score of quality 0
    const RowScorer* scorer;  ///< null: the score of each document is `row.score` + its quality

    /// Offers the `limit` first of them behind the start, maybe some more. A document whose row is another one belongs
    /// to another stratum and is left out. Of a ranked list that the ranges cover, as many documents are looked at as
    /// are offered or left out, whatever the page.
    void offer(const Postings& list, const place::Ranges& ranges, TopRows& top, std::uint64_t& visited,
               std::uint64_t& tests) const;

    /// Upper bound of what offer() adds to both, but for seeks to the ends of ranges. `inside`: documents of the list
    /// in the ranges, or more. `elsewhere`: how many of them belong to other strata, or more. `row_work`: of the
    /// scorer, 0 without one.
    static std::uint64_t work(const Postings& list, bool is_covered, std::uint64_t inside, std::uint32_t limit,
                              std::uint64_t elsewhere, std::uint64_t row_work) noexcept;
};

}  // namespace bizrec::search
