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

    /// Whether to judge the documents of exact names first, if hits need not all be counted. If there are many, judging
    /// them costs more than the tighter bounds for the others save: the best rows are then such names and are found
    /// soon.
    static bool are_few(const RankTask& task) noexcept;

private:
    std::vector<ListCursor> cursors_;  // one for each list of the clauses
    PostingWalk walk_;
};

}  // namespace bizrec::search
