#pragma once

#include <cstdint>

#include "bizrec/rank/judge.hpp"
#include "bizrec/rank/task.hpp"

namespace bizrec::search {

/// One way to do a part of a ranking. Each executor has a header and a source of its own name, owns memory that is
/// reused from request to request, and is listed once in executors.hpp. One object per thread.
class RankExecutor {
public:
    RankExecutor() = default;
    RankExecutor(const RankExecutor&) = delete;
    RankExecutor& operator=(const RankExecutor&) = delete;
    virtual ~RankExecutor() = default;

    /// A string literal.
    virtual const char* name() const noexcept = 0;
    /// Whether run() gives the right answer for this task, which may have hits. Call run() and RowsExecutor::time()
    /// only if can_run() has returned true.
    virtual bool can_run(const RankTask& task) const noexcept = 0;
    /// `judge` must be reset for the task. Ends soon after RankJudge::is_spent(); the result is then not valid.
    virtual void run(const RankTask& task, RankJudge& judge, RankResult& result) = 0;
};

/// One way to find the rows: run() leaves them in RankResult::rows.
class RowsExecutor : public RankExecutor {
public:
    /// The expected time of run() in nanoseconds if the memory is warm, as measured by bench/micro/rank.cpp. The plan
    /// takes the executor with the lowest time.
    virtual std::uint64_t time(const RankTask& task) const noexcept = 0;
    /// Whether run() sets RankResult::total if the problem asks for it. Then the judge need not see every hit.
    virtual bool counts_hits() const noexcept { return false; }
};

}  // namespace bizrec::search
