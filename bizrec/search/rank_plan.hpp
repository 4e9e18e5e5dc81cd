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
    std::uint64_t inside = 0;  ///< postings in the places, about
    std::uint64_t ranges = 0;  ///< of the places
    std::uint32_t limit = 0;
    bool tested = false;  ///< RankProblem::has_tests()
};
/// Whether it is ranked by groups; else by blocks.
bool prefers_groups(const SingleList& single) noexcept;

/// Two words with a list of the pair, in numbers.
struct PairNumbers {
    std::uint64_t fewest = 0;           ///< postings of the rarer word in the places, about
    std::uint64_t range_documents = 0;  ///< of the places
    std::uint64_t ranges = 0;
    std::uint64_t documents = 0;  ///< of the index
};
/// Whether the groups of the pair are there and give what an intersection would, for less.
bool prefers_pair(const RankProblem& problem, const PairNumbers& numbers) noexcept;

/// Whether so many documents of whole names are judged before all others, where so many postings lead. Of more, each
/// costs more than the tighter bounds for the others are worth: the best rows are then such names, and are found soon.
inline constexpr std::uint64_t most_wholes = 4096;
constexpr bool are_few_wholes(std::uint64_t wholes, std::uint64_t leading) noexcept {
    return wholes <= most_wholes && wholes < leading / 4;
}

/// The cheapest way. `counting`: every hit must be looked at.
RankPlan choose_plan(const RankTask& task, bool counting) noexcept;

}  // namespace bizrec::search
