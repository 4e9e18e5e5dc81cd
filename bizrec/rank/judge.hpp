#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/rank/task.hpp"
#include "bizrec/rank/top_rows_of_search.hpp"

namespace bizrec::search {

/// The last word on documents that hold the words asked for: row test and circle, evidence other than the words, the
/// best rows, the number of hits. Measures and looks up only where a document can still get in, or must be counted.
///
/// Documents are judged in ascending order between two calls of restart().
class RankJudge {
public:
    /// `count_hits`: every hit will be offered, and is counted. `max_visited`: of `result`, at which the ranking ends.
    void reset(const RankTask& task, bool count_hits, RankResult& result, std::uint64_t max_visited);
    void restart();

    /// Counts are made otherwise: stop counting.
    bool is_counting() const noexcept { return counting_; }

    /// No more steps are left: every loop of an executor ends, at the latest after a block or a window.
    bool is_spent() const noexcept { return result_->visited >= max_visited_; }
    std::uint64_t max_visited() const noexcept { return max_visited_; }

    /// True where nothing is to be had, or may be looked for, from documents that begin at `docid` with at most this
    /// evidence of their words.
    bool is_done_with(std::uint32_t evidence, std::uint32_t docid) const noexcept {
        return is_spent() || (!counting_ && result_->any_hit && !may_admit(evidence, docid));
    }
    /// The same for documents of this quality.
    bool is_done_with(std::uint32_t evidence, std::uint8_t quality, std::uint32_t docid) const noexcept {
        return is_spent() || (!counting_ && result_->any_hit &&
                              !top_.may_admit(format::search_score(evidence + extra_, quality), docid));
    }
    /// `docid` holds the words: counts it. False where it is no hit.
    bool enter(std::uint32_t docid) {
        tested_ = counting_ || !result_->any_hit;
        return !tested_ || enter_tested(docid);
    }
    /// False where the document that was entered does not get in with at most this evidence of its words.
    bool may_admit(std::uint32_t evidence, std::uint32_t docid) const noexcept {
        return top_.may_admit(format::search_score(evidence + extra_, 255), docid);
    }
    /// The document that was entered, with all the evidence of its words.
    void offer(std::uint32_t docid, std::uint32_t evidence);

    /// Asks the memory for what the calls above read of a document, without waiting.
    void prefetch(std::uint32_t docid) const noexcept {
        __builtin_prefetch(&task_->generation->quality[docid]);
        if (has_circles_) {
            __builtin_prefetch(&task_->generation->position[docid]);
        }
    }

    /// Evidence next to the words. Ascending documents.
    std::uint32_t extra_evidence(std::uint32_t docid);
    /// The first whole list with evidence that holds the document; null where none does. Ascending documents.
    const FlatList* first_whole(std::uint32_t docid);
    /// All documents of whole lists have been offered: they are left out from now on.
    void leave_exact_matches();
    /// As offer(), with all the evidence there is.
    void offer_all(std::uint32_t docid, std::uint32_t evidence);

    /// The least evidence of words with which a document from `docid` on may get in.
    std::uint32_t min_evidence(std::uint32_t docid) const noexcept {
        const std::uint32_t least = top_.min_score(docid) >> format::quality_level_bits;
        return least > extra_ ? least - extra_ : 0;
    }
    bool passes(std::uint32_t docid);
    void finish() { top_.finish(result_->rows); }

private:
    bool enter_tested(std::uint32_t docid);
    bool is_placed(std::uint32_t docid);
    void open_extras();
    std::uint32_t whole_evidence(std::uint32_t docid);
    std::uint32_t boost_evidence(std::uint32_t docid);

    const RankTask* task_ = nullptr;
    const RowTest* test_ = nullptr;
    const store::Suppression* suppression_ = nullptr;
    RankResult* result_ = nullptr;
    std::uint64_t max_visited_ = UINT64_MAX;
    TopSearchRows top_;
    std::vector<ListCursor> exact_matches_;  // one for each of the problem's
    std::vector<ListCursor> boosts_;         // one for each list of each of the problem's
    std::uint32_t extra_ = 0;                // the most evidence that exact_matches and boosts can give
    bool exact_matches_left_ = false;
    bool has_circles_ = false;
    bool counting_ = false;
    bool tested_ = false;  // the document entered has passed test and circle
};

}  // namespace bizrec::search
