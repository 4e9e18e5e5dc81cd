#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/rank/task.hpp"
#include "bizrec/rank/top_rows_of_search.hpp"

namespace bizrec::search {

/// Decides on the documents that hold the requested words. Applies the row test and the circles, adds the evidence that
/// does not come from the words, keeps the best rows and counts the hits. Measures and looks up only if a document can
/// still get in, or must be counted. A document gets in if it is one of the best rows after the cursor so far.
///
/// Between two calls of restart(), documents must come in ascending order.
class RankJudge {
public:
    /// `count_hits`: every hit will be offered, and is counted. `max_visited`: the ranking ends when `result.visited`
    /// reaches it.
    void reset(const RankTask& task, bool count_hits, RankResult& result, std::uint64_t max_visited);
    /// Allows documents to come from the lowest docid on again. Keeps rows and total.
    void restart();

    /// Whether this object counts the hits, so that every hit must be offered. False if the total is not wanted, or if
    /// another executor counts.
    bool is_counting() const noexcept { return counting_; }

    /// Whether the budget is used up. Every loop of an executor must then end within one block or window.
    bool is_spent() const noexcept { return result_->visited >= max_visited_; }
    std::uint64_t max_visited() const noexcept { return max_visited_; }

    /// Whether documents from `docid` on may be skipped if their words give at most `evidence`: none of them can get
    /// in, or the budget is used up. While hits are counted, or as long as no hit is known, only a used-up budget
    /// allows it.
    bool is_done_with(std::uint32_t evidence, std::uint32_t docid) const noexcept {
        return is_spent() || (!counting_ && result_->any_hit && !may_admit(evidence, docid));
    }
    /// Like the function above, for documents that all have this quality.
    bool is_done_with(std::uint32_t evidence, std::uint8_t quality, std::uint32_t docid) const noexcept {
        return is_spent() || (!counting_ && result_->any_hit &&
                              !top_.may_admit(format::search_score(evidence + extra_, quality), docid));
    }
    /// Begins a document that holds the words. If hits are counted, or no hit is known yet, tests it now and returns
    /// false if it is no hit. Otherwise the test is left to offer().
    bool enter(std::uint32_t docid) {
        tested_ = counting_ || !result_->any_hit;
        return !tested_ || enter_tested(docid);
    }
    /// Whether a document may get in if its words give at most `evidence`: assumes the best quality and all extra
    /// evidence.
    bool may_admit(std::uint32_t evidence, std::uint32_t docid) const noexcept {
        return top_.may_admit(format::search_score(evidence + extra_, 255), docid);
    }
    /// Offers the entered document with all the evidence of its words.
    void offer(std::uint32_t docid, std::uint32_t evidence);

    /// Prefetches the memory that the calls above read for a document.
    void prefetch(std::uint32_t docid) const noexcept {
        __builtin_prefetch(&task_->generation->quality[docid]);
        if (has_circles_) {
            __builtin_prefetch(&task_->generation->position[docid]);
        }
    }

    /// The evidence from the extras. Documents must come in ascending order.
    std::uint32_t extra_evidence(std::uint32_t docid);
    /// The first rare extra (RankTask::is_rare()) whose evidence the document has; null if it has none. Documents must
    /// come in ascending order.
    const RankExtra* first_rare_extra(std::uint32_t docid);
    /// Call when all documents of rare extras have been offered. From then on, offer() skips them.
    void leave_rare_extras();
    /// Call when all documents of a list have been offered. From then on, no document has evidence that needs the list.
    void leave(const format::TermLists& list);
    /// Like offer(), but `evidence` already includes the evidence of the extras.
    void offer_all(std::uint32_t docid, std::uint32_t evidence);

    /// The lowest evidence of words with which a document from `docid` on may get in.
    std::uint32_t min_evidence(std::uint32_t docid) const noexcept {
        const std::uint32_t least = top_.min_score(docid) >> format::quality_level_bits;
        return least > extra_ ? least - extra_ : 0;
    }
    /// Whether a document is not hidden from searches, passes the row test and lies in the places. May be false if the
    /// budget is used up.
    bool passes(std::uint32_t docid);
    void finish() { top_.finish(result_->rows); }

private:
    bool enter_tested(std::uint32_t docid);
    bool is_placed(std::uint32_t docid);
    void open_extras();
    bool holds(const RankExtra& extra, ListCursor* cursors, std::uint32_t docid);
    template <class IsOver>
    void leave_extras(IsOver&& is_over);

    const RankTask* task_ = nullptr;
    const RowTest* test_ = nullptr;
    const store::Suppression* suppression_ = nullptr;
    RankResult* result_ = nullptr;
    std::uint64_t max_visited_ = UINT64_MAX;
    TopSearchRows top_;
    std::vector<ListCursor> cursors_;  // one for each list of each of the task's extras
    std::vector<char> may_give_;       // for each of the task's extras: whether a document that comes may have it
    std::uint32_t extra_ = 0;          // the most evidence that the extras can still give
    bool rare_extras_left_ = false;
    bool has_circles_ = false;
    bool counting_ = false;
    bool tested_ = false;  // the entered document has passed passes(); false: passes() was not called for it
};

}  // namespace bizrec::search
