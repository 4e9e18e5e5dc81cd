#pragma once

#include <cstddef>
#include <cstdint>

#include "bizrec/search/rank_task.hpp"

namespace bizrec::search {

/// The ways of ranking: see rank_scratch.hpp.
enum class RankPlan : std::uint8_t {
    nothing,  ///< there are no hits
    groups,
    pair,    ///< rank_pair()
    blocks,  ///< rank_blocks() of one list alone
    leader,  ///< rank_blocks() with other clauses
    bitmaps,
    lists,    ///< rank_lists()
    windows,  ///< rank_windows()
};

/// A clause of more lists is ranked by windows: each document would be asked about too many.
inline constexpr std::size_t few_lists = 10;

/// "none", "groups", "pair", "blocks", "and", "bitmaps", "or", "windows".
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

/// Two words with a list of the pair, in numbers.
struct PairNumbers {
    std::uint64_t fewest = 0;           ///< postings of the rarer word in the places, or some more
    std::uint64_t range_documents = 0;  ///< of the places
    std::uint64_t ranges = 0;
    std::uint64_t documents = 0;  ///< of the index
};
/// Whether the groups of the pair are there and give what an intersection would, for less.
bool prefers_pair(const RankProblem& problem, const PairNumbers& numbers) noexcept;

/// As many documents of whole names are looked at one by one before a pair's groups; of more, the groups are read with
/// what a whole name may add in mind: then the best rows are such names, and are found soon.
inline constexpr std::uint64_t few_pair_wholes = 2048;

/// The cheapest way. `counting`: every hit must be looked at.
RankPlan choose_plan(const RankTask& task, bool counting) noexcept;

}  // namespace bizrec::search
