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
///     count the hits   where the total is wanted and is cheaper to have apart from the rows
///     whole names      where few documents have them: they are judged first
///     the rows         by one executor
class Plan {
public:
    /// Of a task without hits.
    Plan() = default;
    /// The rows by the executor that is expected to be the fastest. What is given must live as long as the plan.
    Plan(const RankTask& task, RankExecutors& executors) noexcept;
    /// The rows by this one of `executors`, which can run the task.
    Plan(const RankTask& task, RankExecutors& executors, RowsExecutor& rows) noexcept;

    /// Of the executor of the rows; "none" where there are no hits. A string literal.
    const char* name() const noexcept;
    /// `result` is overwritten; where RankResult::visited reaches `max_visited` it is no answer. Allocates nothing once
    /// `judge` and the executors are warm.
    void run(RankJudge& judge, RankResult& result, std::uint64_t max_visited) const;

private:
    /// In the order in which they run; null: left out.
    std::array<RankExecutor*, 3> steps() const noexcept;

    const RankTask* task_ = nullptr;
    RankExecutor* count_ = nullptr;
    RankExecutor* whole_names_ = nullptr;
    RowsExecutor* rows_ = nullptr;
    bool judge_counts_ = false;
};

}  // namespace bizrec::search
