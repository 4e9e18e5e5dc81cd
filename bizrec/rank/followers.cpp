#include "bizrec/rank/followers.hpp"

#include <algorithm>

namespace bizrec::search {

void RankFollowers::reset(const RankTask& task, std::uint64_t& visited) {
    visited_ = &visited;
    lists_.clear();
    union_lists_.clear();
    unions_.clear();
    greatest_ = unions_greatest_ = 0;
    for (const RankClause* clause = task.begin() + 1; clause < task.end(); ++clause) {
        greatest_ += clause->greatest();
        if (clause->lists.size() > 1) {
            unions_.push_back({union_lists_.size(), union_lists_.size() + clause->lists.size()});
            unions_greatest_ += clause->greatest();
            union_lists_.insert(union_lists_.end(), clause->lists.begin(), clause->lists.end());
        }
    }
    add_lists(task);
    if (filters_.size() < lists_.size()) {
        filters_.resize(lists_.size());
    }
    for (std::size_t i = 0; i < lists_.size(); ++i) {
        filters_[i].open(*lists_[i].lists);
    }
    if (union_cursors_.size() < union_lists_.size()) {
        union_cursors_.resize(union_lists_.size());
    }
    for (std::size_t i = 0; i < union_lists_.size(); ++i) {
        union_cursors_[i].open(*union_lists_[i].lists);
    }
}

/// Adds the clauses of a single list in the order in which candidates are tested. Lists with bitmaps come first,
/// because they cost little and leave few blocks to decode. Otherwise the clauses stay in their order, rarest first.
void RankFollowers::add_lists(const RankTask& task) {
    for (const bool has_bitmap : {true, false}) {
        for (const RankClause* clause = task.begin() + 1; clause < task.end(); ++clause) {
            const RankList& list = clause->lists[0];
            if (clause->lists.size() == 1 && list.lists->has_bitmap == has_bitmap) {
                lists_.push_back(list);
            }
        }
    }
}

void RankFollowers::filter(Candidates& candidates) {
    for (std::size_t i = 0; i < lists_.size() && candidates.count != 0; ++i) {
        filters_[i].keep_members(candidates, *visited_);
    }
}

void RankFollowers::judge_kept(Candidates& candidates, RankJudge& judge) {
    add_evidence(candidates, judge);
    for (std::uint32_t i = 0; i < candidates.count; ++i) {
        judge.prefetch(candidates.docid(i));
    }
    for (std::uint32_t i = 0; i < candidates.count; ++i) {
        judge_one(candidates.docid(i), candidates.evidence[candidates.places[i]], judge);
    }
}

/// Adds the evidence of one list after the other. Before each list, drops candidates that cannot get in even with the
/// most that the remaining lists can give.
void RankFollowers::add_evidence(Candidates& candidates, const RankJudge& judge) {
    std::uint32_t left = greatest_;
    for (std::size_t i = 0; i < lists_.size() && candidates.count != 0; ++i) {
        const std::uint32_t least = judge.is_counting() ? 0 : judge.min_evidence(candidates.docid(0));
        if (least > left) {
            candidates.keep_if([&](std::uint8_t place) { return candidates.evidence[place] >= least - left; });
        }
        filters_[i].prefetch_impacts(candidates);
        *visited_ += candidates.count;
        for (std::uint32_t k = 0; k < candidates.count; ++k) {
            const std::uint8_t place = candidates.places[k];
            candidates.evidence[place] += lists_[i].evidence(filters_[i].impact(place));
        }
        left -= lists_[i].greatest();
    }
}

void RankFollowers::judge_one(std::uint32_t docid, std::uint32_t evidence, RankJudge& judge) {
    if (judge.is_done_with(evidence + unions_greatest_, docid) || !hold_unions(docid, evidence) ||
        !judge.enter(docid)) {
        return;
    }
    if (judge.may_admit(evidence, docid)) {
        judge.offer(docid, evidence);
    }
}

bool RankFollowers::hold_unions(std::uint32_t docid, std::uint32_t& evidence) noexcept {
    return std::all_of(unions_.begin(), unions_.end(),
                       [&](const Union& clause) { return hold_union(clause, docid, evidence); });
}

bool RankFollowers::hold_union(const Union& clause, std::uint32_t docid, std::uint32_t& evidence) noexcept {
    bool holds = false;
    for (std::size_t i = clause.first; i < clause.end; ++i) {
        if (union_cursors_[i].contains(docid, *visited_)) {
            holds = true;
            evidence += union_lists_[i].evidence(union_cursors_[i].impact(docid));
        }
    }
    return holds;
}

}  // namespace bizrec::search
