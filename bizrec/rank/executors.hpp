#pragma once

#include <array>

#include "bizrec/rank/bitmaps.hpp"
#include "bizrec/rank/blocks.hpp"
#include "bizrec/rank/count.hpp"
#include "bizrec/rank/groups.hpp"
#include "bizrec/rank/leader.hpp"
#include "bizrec/rank/lists.hpp"
#include "bizrec/rank/pair.hpp"
#include "bizrec/rank/rare_extras.hpp"
#include "bizrec/rank/windows.hpp"

namespace bizrec::search {

/// The table of executors. One object per thread.
class RankExecutors {
public:
    using Rows = std::array<RowsExecutor*, 7>;

    /// Counts the hits, so that the executor of the rows may stop early.
    RankExecutor& count() noexcept { return count_; }
    /// Offers the documents of rare extras, so that the executor of the rows may assume less evidence for all
    /// others.
    RankExecutor& rare_extras() noexcept { return rare_extras_; }
    /// The executors that find rows. For every task, at least one of them can run.
    const Rows& rows() const noexcept { return rows_; }

private:
    CountExecutor count_;
    RareExtrasExecutor rare_extras_;
    GroupsExecutor groups_;
    BlocksExecutor blocks_;
    PairExecutor pair_;
    BitmapsExecutor bitmaps_;
    LeaderExecutor leader_;
    ListsExecutor lists_;
    WindowsExecutor windows_;

    Rows rows_{&groups_, &blocks_, &pair_, &bitmaps_, &leader_, &lists_, &windows_};
};

}  // namespace bizrec::search
