#pragma once

#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/executor.hpp"

namespace bizrec::search {

/// One list alone that stands in the index a second time, grouped by score: a seek to the places in each group, until
/// the page is full.
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
