#pragma once

#include <array>
#include <cstdint>

#include "bizrec/rank/task.hpp"

namespace bizrec::search {

class RankExecutor;
class RankExecutors;
class RankJudge;
class RowsExecutor;

/// How a problem is ranked: chosen once, then run.
///
///     count the hits   if the total is wanted and is cheaper to get separately from the rows
///     rare extras      the documents of a rare exact name or boost are judged first
///     the rows         by one executor
class Plan {
public:
    /// The plan of a task without hits.
    Plan() = default;
    /// The expected fastest executor finds the rows. The arguments must live as long as the plan.
    Plan(const RankTask& task, RankExecutors& executors) noexcept;
    /// The given executor of `executors` finds the rows. It must be able to run the task.
    Plan(const RankTask& task, RankExecutors& executors, RowsExecutor& rows) noexcept;

    /// The name of the executor of the rows; "none" if there are no hits. A string literal.
    const char* name() const noexcept;
    /// Overwrites `result`. If RankResult::visited reaches `max_visited`, `result` is not valid. Allocates nothing once
    /// `judge` and the executors are warm.
    void run(RankJudge& judge, RankResult& result, std::uint64_t max_visited) const;

private:
    /// The steps in the order in which they run; null for a step that is skipped.
    std::array<RankExecutor*, 3> steps() const noexcept;

    const RankTask* task_ = nullptr;
    RankExecutor* count_ = nullptr;
    RankExecutor* rare_extras_ = nullptr;
    RowsExecutor* rows_ = nullptr;
    bool judge_counts_ = false;
};

}  // namespace bizrec::search
