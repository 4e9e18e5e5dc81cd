#include "bizrec/rank/lists.hpp"

#include <algorithm>

#include "bizrec/rank/time.hpp"

/// Ranks a clause of up to max_lists lists. Walks one list after another, the rarest first. Each document of that list
/// is looked up in all other lists and so gets its complete score. So the score that a new row must beat rises early.
/// A frequent list is read only where a block's documents can still beat it (MaxScore: Turtle and Flood, "Query
/// evaluation: strategies and optimizations", 1995, with the greatest impact of each block as in Ding and Suel, "Faster
/// top-k document retrieval using block-max indexes", 2011).
namespace bizrec::search {

namespace {

class ListRanking {
public:
    using Member = ListsExecutor::Member;

    ListRanking(const RankTask& task, ListsExecutor::Members& members, PostingWalk& walk, RankFollowers& followers,
                RankJudge& judge, std::uint64_t& visited)
        : task_(task), members_(members), walk_(walk), judge_(judge), followers_(followers), visited_(visited) {
        std::array<RankList, ListsExecutor::max_lists> lists;
        for (const RankList& list : task_.clauses[0].lists) {
            lists[count_++] = list;
        }
        std::sort(lists.begin(), lists.begin() + static_cast<std::ptrdiff_t>(count_),
                  [](const RankList& a, const RankList& b) { return a.lists->count < b.lists->count; });
        for (std::size_t i = 0; i < count_; ++i) {
            members_[i].list = lists[i];
        }
    }

    void run() {
        for (leader_ = 0; leader_ < count_; ++leader_) {
            judge_.restart();
            followers_.reset(task_, visited_);
            rest_ = task_.base + followers_.greatest();
            for (std::size_t i = 0; i < count_; ++i) {
                members_[i].cursor.open(*members_[i].list.lists);
            }
            order_others();
            run_leader();
            judge_.leave(*members_[leader_].list.lists);
        }
    }

private:
    /// Orders the lists after the leader by the most that they can give, highest first.
    void order_others() {
        others_ = 0;
        max_of_others_ = 0;
        for (std::size_t i = leader_ + 1; i < count_; ++i) {
            order_[others_++] = &members_[i];
            max_of_others_ += members_[i].list.greatest();
        }
        std::sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(others_),
                  [](const Member* a, const Member* b) { return a->list.greatest() > b->list.greatest(); });
    }

    void run_leader() {
        const RankList& list = members_[leader_].list;
        const std::uint32_t most = rest_ + max_of_others_;
        walk_.open(*list.lists, *task_.ranges);
        while (walk_.next(visited_) && !judge_.is_done_with(most + list.greatest(), walk_.min_docid())) {
            if (!judge_.is_done_with(most + list.evidence(walk_.max_impact()), walk_.min_docid()) &&
                walk_.load(visited_)) {
                run_block(list);
            }
        }
    }

    void run_block(const RankList& list) {
        candidate_count_ = walk_.size();
        const std::uint8_t* impacts = walk_.impacts();
        for (std::uint32_t i = 0; i < candidate_count_; ++i) {
            candidates_[i] = static_cast<std::uint8_t>(i);
            sums_[i] = list.evidence(impacts[i]);
        }
        std::uint32_t left = max_of_others_;
        for (std::size_t i = 0; i < others_; ++i) {
            keep(left);
            ask(*order_[i]);
            left -= order_[i]->list.greatest();
        }
        keep(0);
        for (std::uint32_t i = 0; i < candidate_count_; ++i) {
            const std::uint32_t docid = walk_.docids()[candidates_[i]];
            const std::uint32_t evidence = task_.base + sums_[candidates_[i]];
            if (!judge_.is_done_with(evidence + followers_.greatest(), docid) && !was_judged(docid)) {
                followers_.judge(docid, evidence, judge_);
            }
        }
    }

    /// Drops the candidates that cannot get in even if the other lists give `greatest` more.
    void keep(std::uint32_t greatest) {
        const std::uint32_t least = judge_.is_counting() ? 0 : judge_.min_evidence(walk_.min_docid());
        if (least <= rest_ + greatest) {
            return;
        }
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < candidate_count_; ++i) {
            const std::uint8_t candidate = candidates_[i];
            candidates_[kept] = candidate;
            kept += sums_[candidate] >= least - rest_ - greatest ? 1 : 0;
        }
        candidate_count_ = kept;
    }

    void ask(Member& member) {
        for (std::uint32_t i = 0; i < candidate_count_; ++i) {
            const std::uint32_t docid = walk_.docids()[candidates_[i]];
            if (member.cursor.contains(docid, visited_)) {
                sums_[candidates_[i]] += member.list.evidence(member.cursor.impact(docid));
            }
        }
    }

    /// Whether an earlier leading list holds the document.
    bool was_judged(std::uint32_t docid) {
        return std::any_of(members_.begin(), members_.begin() + static_cast<std::ptrdiff_t>(leader_),
                           [&](Member& member) { return member.cursor.contains(docid, visited_); });
    }

    const RankTask& task_;
    ListsExecutor::Members& members_;  // rarest first
    std::size_t count_ = 0;
    std::size_t leader_ = 0;
    std::array<Member*, ListsExecutor::max_lists> order_{};
    std::size_t others_ = 0;
    PostingWalk& walk_;
    RankJudge& judge_;
    RankFollowers& followers_;
    std::uint64_t& visited_;
    std::uint32_t rest_ = 0;  // the base, and the most that all clauses except the first can give
    std::uint32_t max_of_others_ = 0;
    std::uint32_t candidate_count_ = 0;
    std::array<std::uint8_t, format::block_postings> candidates_{};  // places in the block
    std::array<std::uint32_t, format::block_postings> sums_{};       // by place in the block
};

}  // namespace

bool ListsExecutor::can_run(const RankTask& task) const noexcept {
    return !task.is_led_by_one_list() && task.clauses[0].lists.size() <= max_lists;
}

std::uint64_t ListsExecutor::time(const RankTask& task) const noexcept {
    const RankClause& clause = task.clauses[0];
    return blocks_time(clause.inside.about) + questions_time(clause.inside.about * clause.lists.size());
}

void ListsExecutor::run(const RankTask& task, RankJudge& judge, RankResult& result) {
    ListRanking(task, members_, walk_, followers_, judge, result.visited).run();
    judge.finish();
}

}  // namespace bizrec::search
