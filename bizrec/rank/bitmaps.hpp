#pragma once

#include <vector>

#include "bizrec/rank/executor.hpp"

namespace bizrec::search {

/// Intersects several lists that all have bitmaps, 64 documents at a time.
class BitmapsExecutor final : public RowsExecutor {
public:
    const char* name() const noexcept override { return "bitmaps"; }
    bool can_run(const RankTask& task) const noexcept override;
    std::uint64_t time(const RankTask& task) const noexcept override;
    void run(const RankTask& task, RankJudge& judge, RankResult& result) override;

    /// The bitmap and the list of one clause. Holds copies, because they are read for every document.
    struct List {
        format::PostingBitmap bitmap;
        RankList list;
        std::uint32_t greatest = 0;
    };

private:
    std::vector<List> lists_;
};

}  // namespace bizrec::search
