#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/search/rank_cursor.hpp"
#include "bizrec/search/rank_judge.hpp"
#include "bizrec/search/rank_task.hpp"

namespace bizrec::search {

/// The clauses that a candidate of the leading one must hold too. Lists with a bitmap are asked first, many candidates
/// at a time: a test costs a nanosecond and leaves few for the seeks.
class RankFollowers {
public:
    /// All clauses but the first, which leads. `visited` counts the work.
    void reset(const RankTask& task, std::uint64_t& visited);

    /// The most evidence that they can give.
    std::uint32_t greatest() const noexcept { return greatest_; }
    bool empty() const noexcept { return bitmaps_.empty() && seeks_.empty() && unions_.empty(); }

    /// Of `count` candidates, given by their places in `docids`, keeps those that stand in all bitmaps.
    std::uint32_t filter(const std::uint32_t* docids, std::uint8_t* candidates, std::uint32_t count) noexcept;
    bool stand_in_bitmaps(std::uint32_t docid) noexcept {
        std::uint8_t candidate = 0;
        return filter(&docid, &candidate, 1) != 0;
    }
    /// True where a document that stands in all bitmaps holds the other clauses too. Ascending docids.
    bool hold(std::uint32_t docid) noexcept;
    /// Adds what they give to the document for which hold() was just true; false, with less, once it is clear that it
    /// does not get in.
    bool add_evidence(std::uint32_t docid, const RankJudge& judge, std::uint32_t& evidence) noexcept;

    /// Judges a document with all the evidence of the leading clause; judge_kept(): one that filter() kept.
    void judge(std::uint32_t docid, std::uint32_t evidence, RankJudge& judge) {
        if (stand_in_bitmaps(docid)) {
            judge_kept(docid, evidence, judge);
        }
    }
    void judge_kept(std::uint32_t docid, std::uint32_t evidence, RankJudge& judge);

private:
    struct Union {
        std::size_t first = 0, end = 0;  // of union_lists_, union_cursors_
    };
    bool hold_union(const Union& clause, std::uint32_t docid) noexcept;

    std::vector<RankList> bitmaps_, seeks_, union_lists_;
    std::vector<ListCursor> seek_cursors_, union_cursors_;
    std::vector<Union> unions_;
    std::uint32_t greatest_ = 0;
    std::uint32_t unions_greatest_ = 0;
    std::uint32_t unions_evidence_ = 0;  // of the document for which hold() was just true
    std::uint64_t* visited_ = nullptr;
};

}  // namespace bizrec::search
