#include "bizrec/search/rank.hpp"

#include <algorithm>

#include "bizrec/search/rank_plan.hpp"
#include "bizrec/search/rank_scratch.hpp"

namespace bizrec::search {

namespace {

/// Whether any document of a single list is a hit.
bool holds_hit(RankScratch& scratch, RankResult& result) {
    scratch.walk.open(*scratch.task.clauses[0].lists[0].lists, *scratch.task.ranges);
    while (scratch.walk.next(result.visited)) {
        if (!scratch.walk.load(result.visited)) {
            continue;
        }
        for (std::uint32_t i = 0; i < scratch.walk.size(); ++i) {
            if (scratch.judge.passes(scratch.walk.docids()[i])) {
                return true;
            }
        }
    }
    return false;
}

void run(RankPlan plan, RankScratch& scratch, RankResult& result) {
    switch (plan) {
        case RankPlan::groups:
            rank_groups(scratch, result);
            result.any_hit = result.any_hit || !result.rows.empty() || holds_hit(scratch, result);
            return;
        case RankPlan::pair:
            rank_pair(scratch, result);
            break;
        case RankPlan::blocks:
        case RankPlan::leader:
            rank_blocks(scratch, result);
            break;
        case RankPlan::bitmaps:
            rank_bitmaps(scratch, result);
            break;
        case RankPlan::lists:
            rank_lists(scratch, result);
            break;
        case RankPlan::windows:
            rank_windows(scratch, result);
            break;
        case RankPlan::nothing:
            break;
    }
    scratch.judge.finish();
}

}  // namespace

Ranker::Ranker() : scratch_(new RankScratch) {}

Ranker::~Ranker() {
    delete scratch_;
}

void Ranker::rank(const store::Generation& generation, const RankProblem& problem, RankResult& result) {
    result.rows.clear();
    result.total = 0;
    result.any_hit = false;
    result.visited = 0;
    RankTask& task = scratch_->task;
    task.assign(generation, problem);
    const bool count_clauses = problem.page.count && task.clause_count != 0 && counts_apart(task);
    const bool count_groups = problem.page.count && !problem.has_tests() && choose_plan(task, false) == RankPlan::pair;
    scratch_->judge.reset(task, problem.page.count && !count_clauses && !count_groups, result);
    if (count_clauses || count_groups) {
        result.total = count_clauses ? count_clause(*scratch_, result.visited) : count_pair(task, result.visited);
        result.any_hit = result.total != 0;
    }
    const RankPlan plan = choose_plan(task, scratch_->judge.is_counting());
    result.plan = plan_name(plan);
    if (plan != RankPlan::nothing && wholes_come_first(task, scratch_->judge.is_counting())) {
        rank_wholes(*scratch_, result);
    }
    run(plan, *scratch_, result);
    if (problem.page.count) {
        result.total = std::max<std::uint64_t>(result.total, result.rows.size());  // they differ by hostile lists alone
    }
}

}  // namespace bizrec::search
