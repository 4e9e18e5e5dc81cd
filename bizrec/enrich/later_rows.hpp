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
    std::uint64_t end;        ///< steps

    /// Offers the `limit` first of them behind the start, maybe some more. A document whose row is another one belongs
    /// to another stratum and is left out. Of a ranked list that the ranges cover, as many documents are looked at as
    /// are offered or left out, whatever the page. Gives up where `visited` and `tests` together reach `end`.
    void offer(const Postings& list, const place::Ranges& ranges, TopRows& top, std::uint64_t& visited,
               std::uint64_t& tests) const;
};

}  // namespace bizrec::search
