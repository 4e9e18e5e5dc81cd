#pragma once

#include <vector>

#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/executor.hpp"

namespace bizrec::search {

/// Judges the documents of rare extras (RankTask::is_rare()) before all others. The other documents are then known to
/// have no such evidence.
class RareExtrasExecutor final : public RankExecutor {
public:
    const char* name() const noexcept override { return "rare extras"; }
    bool can_run(const RankTask& task) const noexcept override;
    void run(const RankTask& task, RankJudge& judge, RankResult& result) override;

private:
    std::vector<ListCursor> cursors_;  // one for each list of the clauses
    PostingWalk walk_;
};

}  // namespace bizrec::search
