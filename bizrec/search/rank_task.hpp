#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/search/rank.hpp"

namespace bizrec::search {

/// What a document gets for a list that it holds: flat + factor × impact.
struct RankList {
    const format::TermLists* lists = nullptr;
    std::uint32_t factor = 0;
    std::uint32_t flat = 0;

    std::uint32_t evidence(std::uint8_t impact) const noexcept { return flat + factor * impact; }
    std::uint32_t greatest() const noexcept { return evidence(lists->max_impact); }
};

/// Lists of which a hit holds at least one; their evidence adds up.
struct RankClause {
    std::vector<RankList> lists;  ///< none empty
    std::uint64_t inside = 0;     ///< postings in the places, about

    std::uint32_t greatest() const noexcept;
};

/// A problem in the one form that the executors know: a hit holds a list of every clause.
struct RankTask {
    const store::Generation* generation = nullptr;
    const RankProblem* problem = nullptr;
    const place::Ranges* ranges = nullptr;  ///< where the hits lie
    std::vector<RankClause> clauses;        ///< the first clause_count are in use: the others keep their memory
    std::size_t clause_count = 0;           ///< 0: there are no hits
    std::uint32_t base = 0;                 ///< evidence of every hit
    std::uint32_t extra = 0;                ///< the most evidence that wholes and boosts give
    std::uint64_t range_documents = 0;      ///< documents of `ranges`

    const RankClause* begin() const noexcept { return clauses.data(); }
    const RankClause* end() const noexcept { return clauses.data() + clause_count; }

    bool is_single_list() const noexcept { return clause_count == 1 && clauses[0].lists.size() == 1; }
    /// Whether there is evidence beside the clauses'.
    bool has_extras() const noexcept { return extra != 0; }

    /// Both must live as long as the task is used. Clauses come in ascending order of `inside`.
    void assign(const store::Generation& given, const RankProblem& asked);

private:
    RankClause& add_clause();
    bool add_words();
    bool add_any_of();
    void add_up_extras() noexcept;
    void measure();

    place::Ranges everywhere_;
    format::TermLists all_documents_;
};

/// The list of everything.
format::TermLists all_documents(const store::Generation& generation) noexcept;

/// Postings of a list inside ranges: at least those that are there, at most a block more at each end of a range. Costs
/// a look at some heads of blocks, not at all of many ranges.
std::uint64_t postings_inside(const format::TermLists& lists, const place::Ranges& ranges) noexcept;

/// About so many, from the heads of the same blocks: for the choice of a way, not a bound.
std::uint64_t postings_about(const format::TermLists& lists, const place::Ranges& ranges) noexcept;

/// The same exactly, by decoding no more than the blocks at the ends of ranges.
std::uint64_t count_inside(const format::TermLists& lists, const place::Ranges& ranges, std::uint64_t& visited);

}  // namespace bizrec::search
