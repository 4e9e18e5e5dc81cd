#include "bizrec/rank/judge.hpp"

#include <algorithm>

#include "bizrec/postings/postings.hpp"

namespace bizrec::search {

void RankJudge::reset(const RankTask& task, bool count_hits, RankResult& result, std::uint64_t max_visited) {
    task_ = &task;
    max_visited_ = max_visited;
    const RankProblem& problem = *task.problem;
    test_ = problem.test;
    suppression_ = task.generation->suppression();
    has_circles_ = problem.has_circles();
    result_ = &result;
    counting_ = count_hits;
    tested_ = false;
    top_.reset(problem);
    extra_ = task.extra;
    may_give_.clear();
    for (const RankExtra& extra : task.extras) {
        may_give_.push_back(extra.documents != 0 ? 1 : 0);
    }
    rare_extras_left_ = false;
    restart();
}

void RankJudge::restart() {
    if (task_->extra != 0) {
        open_extras();
    }
}

void RankJudge::open_extras() {
    std::size_t lists = 0;
    for (const RankExtra& extra : task_->extras) {
        lists += extra.size;
    }
    if (cursors_.size() < lists) {
        cursors_.resize(lists);
    }
    std::size_t next = 0;
    for (const RankExtra& extra : task_->extras) {
        for (std::size_t i = 0; i < extra.size; ++i) {
            cursors_[next++].open(extra.lists[i]);
        }
    }
}

bool RankJudge::is_placed(std::uint32_t docid) {
    const PlaceFilter& places = *task_->problem->places;
    if (!places.named_anyhow().empty() && contains(places.named_anyhow(), docid)) {
        return true;
    }
    unsigned band = 0;
    std::uint64_t steps = 0;
    const bool is_inside = places.in_circle(*task_->generation, docid, band, steps);
    // passes() has counted one step, which stands for the test of one circle. Adds only the steps for further circles.
    const std::uint64_t more = steps - std::min(steps, CircleSet::steps_of_circle);
    result_->visited += more;
    result_->measured += more;
    return is_inside;
}

bool RankJudge::passes(std::uint32_t docid) {
    if (test_ != nullptr || has_circles_) {
        ++result_->visited;
        if (is_spent()) {
            return false;  // the tests cost most, so none begins when the budget is used up
        }
    }
    if (suppression_ != nullptr && suppression_->hides_from_search(docid)) {
        return false;
    }
    return (test_ == nullptr || test_->passes(*task_->generation, docid)) && (!has_circles_ || is_placed(docid));
}

bool RankJudge::enter_tested(std::uint32_t docid) {
    if (!passes(docid)) {
        return false;
    }
    result_->any_hit = true;
    result_->total += counting_ ? 1 : 0;
    return true;
}

bool RankJudge::holds(const RankExtra& extra, ListCursor* cursors, std::uint32_t docid) {
    return std::all_of(cursors, cursors + extra.size,
                       [&](ListCursor& cursor) { return cursor.contains(docid, result_->visited); });
}

const RankExtra* RankJudge::first_rare_extra(std::uint32_t docid) {
    ListCursor* cursors = cursors_.data();
    for (const RankExtra& extra : task_->extras) {
        if (task_->is_rare(extra) && holds(extra, cursors, docid)) {
            return &extra;
        }
        cursors += extra.size;
    }
    return nullptr;
}

/// Notes that no further document has the extras for which is_over(extra) is true.
template <class IsOver>
void RankJudge::leave_extras(IsOver&& is_over) {
    const std::vector<RankExtra>& extras = task_->extras;
    for (std::size_t i = 0; i < extras.size(); ++i) {
        may_give_[i] = may_give_[i] != 0 && !is_over(extras[i]) ? 1 : 0;
    }
    extra_ = task_->max_extra(
        [&](const RankExtra& each) { return may_give_[static_cast<std::size_t>(&each - extras.data())] != 0; });
}

void RankJudge::leave_rare_extras() {
    rare_extras_left_ = true;
    leave_extras([this](const RankExtra& extra) { return task_->is_rare(extra); });
    restart();
}

void RankJudge::leave(const format::TermLists& list) {
    leave_extras([&list](const RankExtra& extra) { return extra.needs(list); });
}

std::uint32_t RankJudge::extra_evidence(std::uint32_t docid) {
    std::uint32_t of_exact = 0, of_boosts = 0;
    ListCursor* cursors = cursors_.data();
    for (std::size_t i = 0; i < may_give_.size(); ++i) {
        const RankExtra& extra = task_->extras[i];
        const bool may_add = may_give_[i] != 0 && !(extra.is_exact && extra.evidence <= of_exact);
        if (may_add && holds(extra, cursors, docid)) {
            if (extra.is_exact) {
                of_exact = extra.evidence;
            } else {
                of_boosts += extra.evidence;
            }
        }
        cursors += extra.size;
    }
    return of_exact + of_boosts;
}

void RankJudge::offer(std::uint32_t docid, std::uint32_t evidence) {
    const std::uint8_t quality = task_->generation->quality[docid];
    if (extra_ != 0) {
        if (!top_.may_admit(format::search_score(evidence + extra_, quality), docid)) {
            return;
        }
        evidence += extra_evidence(docid);
    }
    if (!rare_extras_left_ ||
        (top_.may_admit(format::search_score(evidence, quality), docid) && first_rare_extra(docid) == nullptr)) {
        offer_all(docid, evidence);
    }
}

void RankJudge::offer_all(std::uint32_t docid, std::uint32_t evidence) {
    const std::uint8_t quality = task_->generation->quality[docid];
    const RowKey key = row_key(format::search_score(evidence, quality), docid);
    if (top_.admits(key) && (tested_ || passes(docid))) {
        result_->any_hit = true;
        top_.add(key);
    }
}

}  // namespace bizrec::search
