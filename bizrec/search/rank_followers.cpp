#include "bizrec/search/rank_followers.hpp"

namespace bizrec::search {

namespace {

void open_all(std::vector<ListCursor>& cursors, const std::vector<RankList>& lists) {
    if (cursors.size() < lists.size()) {
        cursors.resize(lists.size());
    }
    for (std::size_t i = 0; i < lists.size(); ++i) {
        cursors[i].open(*lists[i].lists);
    }
}

}  // namespace

void RankFollowers::reset(const RankTask& task, std::uint64_t& visited) {
    visited_ = &visited;
    bitmaps_.clear();
    seeks_.clear();
    union_lists_.clear();
    unions_.clear();
    greatest_ = unions_greatest_ = unions_evidence_ = 0;
    for (const RankClause* clause = task.begin() + 1; clause < task.end(); ++clause) {
        greatest_ += clause->greatest();
        if (clause->lists.size() > 1) {
            unions_.push_back({union_lists_.size(), union_lists_.size() + clause->lists.size()});
            unions_greatest_ += clause->greatest();
            union_lists_.insert(union_lists_.end(), clause->lists.begin(), clause->lists.end());
        } else if (clause->lists[0].lists->has_bitmap) {
            bitmaps_.push_back(clause->lists[0]);
        } else {
            seeks_.push_back(clause->lists[0]);
        }
    }
    open_all(seek_cursors_, seeks_);
    open_all(union_cursors_, union_lists_);
}

std::uint32_t RankFollowers::filter(const std::uint32_t* docids, std::uint8_t* candidates,
                                    std::uint32_t count) noexcept {
    for (const RankList& list : bitmaps_) {
        *visited_ += count;
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint8_t candidate = candidates[i];
            candidates[kept] = candidate;
            kept += list.lists->bitmap.test(docids[candidate]) ? 1 : 0;
        }
        count = kept;
    }
    return count;
}

bool RankFollowers::hold_union(const Union& clause, std::uint32_t docid) noexcept {
    bool holds = false;
    for (std::size_t i = clause.first; i < clause.end; ++i) {
        if (union_cursors_[i].contains(docid, *visited_)) {
            holds = true;
            unions_evidence_ += union_lists_[i].evidence(union_cursors_[i].impact(docid));
        }
    }
    return holds;
}

bool RankFollowers::hold(std::uint32_t docid) noexcept {
    for (std::size_t i = 0; i < seeks_.size(); ++i) {
        if (!seek_cursors_[i].contains(docid, *visited_)) {
            return false;
        }
    }
    unions_evidence_ = 0;
    for (const Union& clause : unions_) {
        if (!hold_union(clause, docid)) {
            return false;
        }
    }
    return true;
}

bool RankFollowers::add_evidence(std::uint32_t docid, const RankJudge& judge, std::uint32_t& evidence) noexcept {
    evidence += unions_evidence_;
    std::uint32_t left = greatest_ - unions_greatest_;
    for (std::size_t i = 0; i < seeks_.size(); ++i) {
        evidence += seeks_[i].evidence(seek_cursors_[i].impact(docid));
        left -= seeks_[i].greatest();
    }
    for (const RankList& list : bitmaps_) {
        if (!judge.may_admit(evidence + left, docid)) {
            return false;
        }
        ++*visited_;
        evidence += list.evidence(list.lists->bitmap.impact(docid));
        left -= list.greatest();
    }
    return true;
}

void RankFollowers::judge_kept(std::uint32_t docid, std::uint32_t evidence, RankJudge& judge) {
    if (judge.is_done_with(evidence + greatest_, docid) || !hold(docid) || !judge.enter(docid)) {
        return;
    }
    if (add_evidence(docid, judge, evidence) && judge.may_admit(evidence, docid)) {
        judge.offer(docid, evidence);
    }
}

}  // namespace bizrec::search
