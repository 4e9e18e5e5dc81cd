#pragma once

#include <cstdint>

#include "bizrec/search/rank_task.hpp"

namespace bizrec::search {

/// The ways of ranking: see rank_scratch.hpp.
enum class RankPlan : std::uint8_t {
    nothing,  ///< there are no hits
    groups,
    blocks,  ///< rank_blocks() of one list alone
    leader,  ///< rank_blocks() with other clauses
    bitmaps,
    any,  ///< rank_union()
};

/// "none", "groups", "blocks", "and", "bitmaps", "or".
const char* plan_name(RankPlan plan) noexcept;

/// A problem of one list and no evidence beside it, in numbers.
struct SingleList {
    RankList list;
    std::uint32_t base = 0;    ///< evidence beside the list's
    std::uint64_t inside = 0;  ///< postings in the places, or some more
    std::uint64_t ranges = 0;  ///< of the places
    std::uint32_t limit = 0;
};
/// Whether it is ranked by groups; else by blocks.
bool prefers_groups(const SingleList& single) noexcept;

/// The cheapest way. `counting`: every hit must be looked at.
RankPlan choose_plan(const RankTask& task, bool counting) noexcept;

}  // namespace bizrec::search
