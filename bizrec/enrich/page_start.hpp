#pragma once

#include <cstdint>

#include "bizrec/enrich/enrich_row.hpp"
#include "bizrec/format/docid_blocks.hpp"

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

}  // namespace bizrec::search
