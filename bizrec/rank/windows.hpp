#pragma once

#include "bizrec/rank/executor.hpp"
#include "bizrec/rank/followers.hpp"
#include "bizrec/rank/union_lists.hpp"
#include "bizrec/rank/window.hpp"

namespace bizrec::search {

/// Ranks the documents that are in at least one of many posting lists, one window of docids at a time.
class WindowsExecutor final : public RowsExecutor {
public:
    const char* name() const noexcept override { return "windows"; }
    bool can_run(const RankTask& task) const noexcept override;
    std::uint64_t time(const RankTask& task) const noexcept override;
    void run(const RankTask& task, RankJudge& judge, RankResult& result) override;

private:
    UnionLists lists_;
    RankFollowers followers_;
    RankWindow<std::uint16_t> small_window_;
    RankWindow<std::uint32_t> window_;
};

}  // namespace bizrec::search
