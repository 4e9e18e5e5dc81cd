#pragma once

#include <array>

#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/executor.hpp"
#include "bizrec/rank/followers.hpp"

namespace bizrec::search {

/// Ranks the documents that are in at least one of up to max_lists posting lists. Walks one list after another, the
/// rarest first, and looks its documents up in the others.
class ListsExecutor final : public RowsExecutor {
public:
    const char* name() const noexcept override { return "or"; }
    bool can_run(const RankTask& task) const noexcept override;
    std::uint64_t time(const RankTask& task) const noexcept override;
    void run(const RankTask& task, RankJudge& judge, RankResult& result) override;

    static constexpr std::size_t max_lists = 10;

    struct Member {
        RankList list;
        ListCursor cursor;
    };
    using Members = std::array<Member, max_lists>;

private:
    Members members_;
    PostingWalk walk_;
    RankFollowers followers_;
};

}  // namespace bizrec::search
