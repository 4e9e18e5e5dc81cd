#pragma once

#include <cstdint>

#include "bizrec/enrich/enrich_row.hpp"
#include "bizrec/enrich/row_scorer.hpp"
#include "bizrec/enrich/top_rows.hpp"
#include "bizrec/format/docid_blocks.hpp"
#include "bizrec/postings/postings.hpp"

namespace bizrec::search {

/// Where a page of rows begins: after the row that a cursor names, which need not exist. By default it begins with the
/// first row.
struct PageStart {
    static constexpr std::uint32_t above_all_scores = 0xFFFFFFFFU;

    std::uint32_t score = above_all_scores;
    std::uint32_t docid = format::no_docid;  ///< no_docid: all rows of `score` precede the page

    bool is_first() const noexcept { return score == above_all_scores; }
    bool admits(const EnrichRow& row) const noexcept {
        return row.score != score ? row.score < score : row.docid > docid;
    }
};

/// The rows of one stratum (the documents of a list inside the ranges of one fit) on a page after the first.
struct LaterRows {
    const store::Generation& generation;
    const PageStart& start;
    std::uint32_t limit;
    EnrichRow row;            ///< flags of all rows, and the score of a row of quality 0
    const RowScorer* scorer;  ///< null: the score of each document is `row.score` + its quality
    std::uint64_t end;        ///< the sum of `visited` and `tests` at which offer() returns early

    /// Offers the first `limit` rows after the start of the page, perhaps some more. Leaves out a document that has a
    /// higher score in another stratum. If the list is ranked and one range holds all of it, a binary search finds the
    /// start of the page, so that a page far from the first costs hardly more. Returns early if the sum of `visited`
    /// and `tests` reaches `end`.
    void offer(const Postings& list, const place::Ranges& ranges, TopRows& top, std::uint64_t& visited,
               std::uint64_t& tests) const;
};

}  // namespace bizrec::search
