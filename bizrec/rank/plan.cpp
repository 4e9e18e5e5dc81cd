#include "bizrec/rank/plan.hpp"

#include <algorithm>

#include "bizrec/rank/executors.hpp"

namespace bizrec::search {

namespace {

/// Returns the executor with the lowest expected time among those that can run the task. Returns null if the task has
/// no hits.
RowsExecutor* fastest(const RankTask& task, const RankExecutors& executors) noexcept {
    RowsExecutor* best = nullptr;
    std::uint64_t min_time = 0;
    for (RowsExecutor* executor : executors.rows()) {
        if (!task.may_have_hits() || !executor->can_run(task)) {
            continue;
        }
        const std::uint64_t time = executor->time(task);
        if (best == nullptr || time < min_time) {
            best = executor;
            min_time = time;
        }
    }
    return best;
}

}  // namespace

Plan::Plan(const RankTask& task, RankExecutors& executors) noexcept {
    if (RowsExecutor* rows = fastest(task, executors)) {
        *this = Plan(task, executors, *rows);
    } else {
        task_ = &task;
    }
}

Plan::Plan(const RankTask& task, RankExecutors& executors, RowsExecutor& rows) noexcept : task_(&task), rows_(&rows) {
    const bool count = task.problem->page.count && !rows.counts_hits();
    if (count && executors.count().can_run(task)) {
        count_ = &executors.count();
    }
    judge_counts_ = count && count_ == nullptr;
    if (!judge_counts_ && executors.rare_extras().can_run(task)) {
        rare_extras_ = &executors.rare_extras();
    }
}

std::array<RankExecutor*, 3> Plan::steps() const noexcept {
    return {count_, rare_extras_, rows_};
}

const char* Plan::name() const noexcept {
    return rows_ == nullptr ? "none" : rows_->name();
}

void Plan::run(RankJudge& judge, RankResult& result, std::uint64_t max_visited) const {
    result.rows.clear();
    result.total = 0;
    result.any_hit = false;
    result.visited = result.measured = 0;
    result.plan = name();
    if (rows_ == nullptr) {
        return;
    }
    judge.reset(*task_, judge_counts_, result, max_visited);
    for (RankExecutor* step : steps()) {
        if (step != nullptr && !judge.is_spent()) {
            step->run(*task_, judge, result);
        }
    }
    if (task_->problem->page.count) {
        // The total is below the number of rows only if the index is damaged or forged.
        result.total = std::max<std::uint64_t>(result.total, result.rows.size());
    }
}

}  // namespace bizrec::search
