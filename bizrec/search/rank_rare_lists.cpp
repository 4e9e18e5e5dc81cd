#include <algorithm>
#include <array>

#include "bizrec/search/rank_scratch.hpp"

namespace bizrec::search {

namespace {

/// Postings of all rare lists together: as far as it pays to know good rows early.
constexpr std::uint64_t most_rare_postings = 4096;
constexpr std::uint64_t rare_share = 4;  // of the postings of all lists
/// Of more lists, each document would be asked about too many.
constexpr std::size_t most_lists = 32;

class RareRanking {
public:
    RareRanking(RankScratch& scratch, RankResult& result)
        : task_(scratch.task),
          lists_(scratch.union_lists),
          walk_(scratch.walk),
          judge_(scratch.judge),
          followers_(scratch.followers),
          visited_(result.visited),
          rest_(scratch.task.base + scratch.followers.greatest()) {}

    void run() {
        std::uint64_t budget = std::min(most_rare_postings, task_.clauses[0].inside / rare_share);
        while (!lists_.empty() && lists_.size() <= most_lists) {
            const UnionLists::Member rarest = *std::min_element(
                lists_.begin(), lists_.end(),
                [](const auto& a, const auto& b) { return a.list.lists->count < b.list.lists->count; });
            const std::uint64_t postings = postings_inside(*rarest.list.lists, *task_.ranges);
            if (postings > budget) {
                break;
            }
            budget -= postings;
            lists_.drop(rarest);
            run_list(rarest.list);
            lists_.rewind();
            judge_.restart();
            followers_.reset(task_, visited_);
        }
    }

private:
    void run_list(const RankList& list) {
        greatest_of_others_ = 0;
        for (const UnionLists::Member& member : lists_) {
            greatest_of_others_ += member.list.greatest();
        }
        walk_.open(*list.lists, *task_.ranges);
        while (walk_.next(visited_)) {
            const std::uint32_t most = rest_ + greatest_of_others_ + list.evidence(walk_.max_impact());
            if (!judge_.is_done_with(most, walk_.least_docid()) && walk_.load(visited_)) {
                run_block(list);
            }
        }
    }

    void run_block(const RankList& list) {
        count_ = walk_.size();
        const std::uint8_t* impacts = walk_.impacts();
        for (std::uint32_t i = 0; i < count_; ++i) {
            candidates_[i] = static_cast<std::uint8_t>(i);
            sums_[i] = list.evidence(impacts[i]);
        }
        std::uint32_t left = greatest_of_others_;
        for (std::size_t i = lists_.size(); i-- != 0;) {
            keep(left);
            ask(lists_[i]);
            left -= lists_[i].list.greatest();
        }
        for (std::uint32_t i = 0; i < count_; ++i) {
            const std::uint32_t docid = walk_.docids()[candidates_[i]];
            const std::uint32_t evidence = task_.base + sums_[candidates_[i]];
            if (!judge_.is_done_with(evidence + followers_.greatest(), docid) &&
                !lists_.dropped_before(docid, visited_)) {
                followers_.judge(docid, evidence, judge_);
            }
        }
    }

    /// The candidates that may get in when others give `greatest` more.
    void keep(std::uint32_t greatest) {
        const std::uint32_t least = judge_.is_counting() ? 0 : judge_.least_evidence(walk_.least_docid());
        if (least <= rest_ + greatest) {
            return;
        }
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < count_; ++i) {
            const std::uint8_t candidate = candidates_[i];
            candidates_[kept] = candidate;
            kept += sums_[candidate] >= least - rest_ - greatest ? 1 : 0;
        }
        count_ = kept;
    }

    void ask(const UnionLists::Member& member) {
        ListCursor& cursor = lists_.cursor(member);
        for (std::uint32_t i = 0; i < count_; ++i) {
            const std::uint32_t docid = walk_.docids()[candidates_[i]];
            if (cursor.contains(docid, visited_)) {
                sums_[candidates_[i]] += member.list.evidence(cursor.impact(docid));
            }
        }
    }

    const RankTask& task_;
    UnionLists& lists_;
    PostingWalk& walk_;
    RankJudge& judge_;
    RankFollowers& followers_;
    std::uint64_t& visited_;
    std::uint32_t rest_;  // what all but this clause can give
    std::uint32_t greatest_of_others_ = 0;
    std::uint32_t count_ = 0;  // candidates of the present block
    std::array<std::uint8_t, format::block_postings> candidates_{};
    std::array<std::uint32_t, format::block_postings> sums_{};
};

}  // namespace

void rank_rare_lists(RankScratch& scratch, RankResult& result) {
    RareRanking(scratch, result).run();
}

}  // namespace bizrec::search
