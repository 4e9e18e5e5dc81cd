#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bizrec/search/rank_candidates.hpp"
#include "bizrec/search/rank_followers.hpp"
#include "bizrec/search/rank_judge.hpp"
#include "bizrec/search/rank_plan.hpp"
#include "bizrec/search/rank_task.hpp"
#include "bizrec/search/rank_union_lists.hpp"
#include "bizrec/search/rank_walk.hpp"
#include "bizrec/search/rank_window.hpp"

namespace bizrec::search {

/// A list of rank_bitmaps(): copied, for it is asked about every document.
struct BitmapList {
    format::PostingBitmap bitmap;
    RankList list;
    std::uint32_t greatest = 0;
};

/// A list of rank_lists().
struct FewListsMember {
    RankList list;
    ListCursor cursor;
};

class RankScratch {
public:
    RankTask task;
    RankJudge judge;
    RankFollowers followers;
    Candidates candidates;
    PostingWalk walk;
    std::vector<BitmapList> bitmap_lists;
    std::array<FewListsMember, few_lists> list_members;
    UnionLists union_lists;
    RankWindow<std::uint16_t> small_window;
    RankWindow<std::uint32_t> window;
    std::vector<ListCursor> whole_cursors;  // one for each list of the clauses
    std::vector<std::uint64_t> count_words;
};

/// The ways of ranking. Each takes a task with at least one clause and a judge that was reset for it.
/// A single list, grouped by score: seeks each group's part in the places, stops at the limit.
void rank_groups(RankScratch& scratch, RankResult& result);
/// Two lists of a pair that has a list of its own, grouped by their sum; evidence beside them only from whole names.
void rank_pair(RankScratch& scratch, RankResult& result);
/// Hits of a pair without tests.
std::uint64_t count_pair(const RankTask& task, std::uint64_t& visited);
/// The first clause is one list, which leads: its blocks in the places, candidates looked up in the other clauses.
void rank_blocks(RankScratch& scratch, RankResult& result);
/// All clauses are lists with bitmaps: 64 documents at a time.
void rank_bitmaps(RankScratch& scratch, RankResult& result);
/// The first clause has 2..few_lists lists.
void rank_lists(RankScratch& scratch, RankResult& result);
/// The first clause has any lists.
void rank_windows(RankScratch& scratch, RankResult& result);

/// Whether documents of whole names are to be judged before all others; then rank_wholes() comes before the ways above,
/// which then know that no document has such evidence.
bool wholes_come_first(const RankTask& task, bool counting) noexcept;
void rank_wholes(RankScratch& scratch, RankResult& result);

/// Whether hits are counted without ranking them: those of a single clause without tests.
bool counts_apart(const RankTask& task) noexcept;
std::uint64_t count_clause(RankScratch& scratch, std::uint64_t& visited);

}  // namespace bizrec::search
