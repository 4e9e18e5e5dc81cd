#pragma once

#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/executor.hpp"
#include "bizrec/rank/hidden_hits.hpp"

namespace bizrec::search {

/// Ranks two words that often occur together. The index has a list of the pair, grouped by the sum of their impacts.
/// Only exact names may give further evidence.
class PairExecutor final : public RowsExecutor {
public:
    const char* name() const noexcept override { return "pair"; }
    bool can_run(const RankTask& task) const noexcept override;
    std::uint64_t time(const RankTask& task) const noexcept override;
    bool counts_hits() const noexcept override { return true; }
    void run(const RankTask& task, RankJudge& judge, RankResult& result) override;

private:
    PostingWalk walk_;
    HiddenHits hidden_;
};

}  // namespace bizrec::search
