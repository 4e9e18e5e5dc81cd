#pragma once

#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/candidates.hpp"
#include "bizrec/rank/executor.hpp"

namespace bizrec::search {

/// Ranks a single list. Reads only the blocks that overlap RankTask::ranges, and skips those whose documents cannot be
/// rows of the page.
class BlocksExecutor final : public RowsExecutor {
public:
    const char* name() const noexcept override { return "blocks"; }
    bool can_run(const RankTask& task) const noexcept override;
    std::uint64_t time(const RankTask& task) const noexcept override;
    void run(const RankTask& task, RankJudge& judge, RankResult& result) override;

private:
    PostingWalk walk_;
    Candidates candidates_;
};

}  // namespace bizrec::search
