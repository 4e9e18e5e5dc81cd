#pragma once

#include <cstdint>

#include "bizrec/rank/judge.hpp"
#include "bizrec/rank/task.hpp"

namespace bizrec::search {

/// One way to do a part of a ranking. Each executor is a header and a source of its own name,
/// owns the memory that one request leaves to the next, and is listed once in rank_executors.hpp. One object a thread.
class RankExecutor {
public:
    RankExecutor() = default;
    RankExecutor(const RankExecutor&) = delete;
    RankExecutor& operator=(const RankExecutor&) = delete;
    virtual ~RankExecutor() = default;

    /// A string literal.
    virtual const char* name() const noexcept = 0;
    /// Whether run() gives the right answer for a task that may have hits. The calls below need it.
    virtual bool can_run(const RankTask& task) const noexcept = 0;
    /// `judge` was reset for the task. Ends soon after RankJudge::is_spent(), and what it has left then is no answer.
    virtual void run(const RankTask& task, RankJudge& judge, RankResult& result) = 0;
};

/// One way to find the rows: run() leaves them in RankResult::rows.
class RowsExecutor : public RankExecutor {
public:
    /// Nanoseconds that run() is expected to take in warm memory, from what bench/micro/rank.cpp measures. Executors
    /// that can run the same task are compared by it.
    virtual std::uint64_t time(const RankTask& task) const noexcept = 0;
    /// Whether run() sets RankResult::total where the problem asks for it, so that the judge need not see every hit.
    virtual bool counts_hits() const noexcept { return false; }
};

}  // namespace bizrec::search
