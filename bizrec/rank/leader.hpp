#pragma once

#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/candidates.hpp"
#include "bizrec/rank/executor.hpp"
#include "bizrec/rank/followers.hpp"

namespace bizrec::search {

/// All of several clauses, of which the rarest in the places is one list: it leads, and the others are asked about a
/// block of its documents at a time.
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
