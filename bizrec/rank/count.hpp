#pragma once

#include <vector>

#include "bizrec/rank/executor.hpp"
#include "bizrec/rank/hidden_hits.hpp"
#include "bizrec/rank/union_lists.hpp"

namespace bizrec::search {

/// Counts the hits if there is a single clause and no test. RankJudge sees none of these hits.
class CountExecutor final : public RankExecutor {
public:
    const char* name() const noexcept override { return "count"; }
    bool can_run(const RankTask& task) const noexcept override;
    void run(const RankTask& task, RankJudge& judge, RankResult& result) override;

private:
    UnionLists lists_;
    HiddenHits hidden_;
    std::vector<std::uint64_t> words_;
};

}  // namespace bizrec::search
