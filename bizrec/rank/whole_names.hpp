#pragma once

#include <vector>

#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/executor.hpp"

namespace bizrec::search {

/// Judges the documents of exact names before all others. The other documents are then known to have no such evidence.
class WholeNamesExecutor final : public RankExecutor {
public:
    const char* name() const noexcept override { return "whole names"; }
    bool can_run(const RankTask& task) const noexcept override;
    void run(const RankTask& task, RankJudge& judge, RankResult& result) override;

    /// Whether the documents of exact names are so few that judging them first pays, if hits need not all be counted.
    /// Then all other documents have tighter bounds. If there are many, judging them costs more than these bounds save:
    /// the best rows are such documents and are found soon anyway.
    static bool are_few(const RankTask& task) noexcept;

private:
    std::vector<ListCursor> cursors_;  // one for each list of the clauses
    PostingWalk walk_;
};

}  // namespace bizrec::search
