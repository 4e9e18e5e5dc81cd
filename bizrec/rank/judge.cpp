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
    rare_names_left_ = false;
    restart();
}

void RankJudge::restart() {
    if (task_->extra != 0) {
        open_extras();
    }
}

void RankJudge::open_extras() {
    const RankProblem& problem = *task_->problem;
    if (exact_matches_.size() < problem.exact_matches.size()) {
        exact_matches_.resize(problem.exact_matches.size());
    }
    for (std::size_t i = 0; i < problem.exact_matches.size(); ++i) {
        exact_matches_[i].open(problem.exact_matches[i].lists);
    }
    std::size_t lists_of_boosts = 0;
    for (const Boost& boost : problem.boosts) {
        lists_of_boosts += boost.lists.size();
    }
    if (boosts_.size() < lists_of_boosts) {
        boosts_.resize(lists_of_boosts);
    }
    std::size_t next = 0;
    for (const Boost& boost : problem.boosts) {
        for (const format::TermLists& lists : boost.lists) {
            boosts_[next++].open(lists);
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

std::size_t RankJudge::first_rare_name(std::uint32_t docid) {
    const std::size_t names = task_->whole_names.size();
    for (std::size_t i = 0; i < names; ++i) {
        if (task_->is_rare_name(i) && exact_matches_[i].contains(docid, result_->visited)) {
            return i;
        }
    }
    return names;
}

void RankJudge::leave_rare_names() {
    rare_names_left_ = true;
    extra_ = task_->max_extra(true);
    restart();
}

std::uint32_t RankJudge::whole_evidence(std::uint32_t docid) {
    const std::vector<FlatList>& exact_matches = task_->problem->exact_matches;
    std::uint32_t evidence = 0;
    for (std::size_t i = 0; i < exact_matches.size(); ++i) {
        if (exact_matches[i].evidence > evidence && task_->may_give_evidence(i, rare_names_left_) &&
            exact_matches_[i].contains(docid, result_->visited)) {
            evidence = exact_matches[i].evidence;
        }
    }
    return evidence;
}

std::uint32_t RankJudge::boost_evidence(std::uint32_t docid) {
    std::uint32_t evidence = 0;
    std::size_t next = 0;
    for (const Boost& boost : task_->problem->boosts) {
        bool holds = true;
        for (const format::TermLists& lists : boost.lists) {
            ListCursor& cursor = boosts_[next++];
            holds = holds && lists.count != 0 && cursor.contains(docid, result_->visited);
        }
        evidence += holds ? boost.evidence : 0;
    }
    return evidence;
}

std::uint32_t RankJudge::extra_evidence(std::uint32_t docid) {
    return whole_evidence(docid) + boost_evidence(docid);
}

void RankJudge::offer(std::uint32_t docid, std::uint32_t evidence) {
    const std::uint8_t quality = task_->generation->quality[docid];
    if (extra_ != 0) {
        if (!top_.may_admit(format::search_score(evidence + extra_, quality), docid)) {
            return;
        }
        evidence += extra_evidence(docid);
    }
    if (!rare_names_left_ || (top_.may_admit(format::search_score(evidence, quality), docid) &&
                              first_rare_name(docid) == task_->whole_names.size())) {
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
