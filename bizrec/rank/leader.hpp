#pragma once

#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/candidates.hpp"
#include "bizrec/rank/executor.hpp"
#include "bizrec/rank/followers.hpp"

namespace bizrec::search {

/// Intersects several clauses. Runs only if the clause with the fewest documents (estimated) in the task's ranges is a
/// single list. That list leads: the other clauses are tested for one block of its documents at a time.
class LeaderExecutor final : public RowsExecutor {
public:
    const char* name() const noexcept override { return "and"; }
    bool can_run(const RankTask& task) const noexcept override;
    std::uint64_t time(const RankTask& task) const noexcept override;
    void run(const RankTask& task, RankJudge& judge, RankResult& result) override;

private:
    PostingWalk walk_;
    RankFollowers followers_;
    Candidates candidates_;
};

}  // namespace bizrec::search
