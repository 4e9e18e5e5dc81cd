#pragma once

#include <vector>

#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/executor.hpp"

namespace bizrec::search {

/// Documents of whole names, judged before all others: these know then that they have no such evidence.
class WholeNamesExecutor final : public RankExecutor {
public:
    const char* name() const noexcept override { return "whole names"; }
    bool can_run(const RankTask& task) const noexcept override;
    void run(const RankTask& task, RankJudge& judge, RankResult& result) override;

    /// Whether documents of whole names are to be judged first, unless every hit must be counted. Of more, each costs
    /// more than the tighter bounds for the others are worth: the best rows are then such names, and are found soon.
    static bool are_few(const RankTask& task) noexcept;

private:
    std::vector<ListCursor> cursors_;  // one for each list of the clauses
    PostingWalk walk_;
};

}  // namespace bizrec::search
