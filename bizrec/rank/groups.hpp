#pragma once

#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/executor.hpp"

namespace bizrec::search {

/// Ranks a single list that the index also stores grouped by score. In each group, seeks to the documents in the task's
/// ranges, until the page is full.
class GroupsExecutor final : public RowsExecutor {
public:
    const char* name() const noexcept override { return "groups"; }
    bool can_run(const RankTask& task) const noexcept override;
    std::uint64_t time(const RankTask& task) const noexcept override;
    void run(const RankTask& task, RankJudge& judge, RankResult& result) override;

private:
    PostingWalk walk_;
};

}  // namespace bizrec::search
