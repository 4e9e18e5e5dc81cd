#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// Whether any document is a hit. Neither the answer nor its cost can depend on the page, because the page is not among
/// the conditions.
///
/// The clause with the fewest postings leads, or the list of the pair where that costs less. The leading documents are
/// looked up in the other clauses and tested, until one is a hit.
///
///     any_hit.assign(generation, conditions);
///     if (any_hit.cost() is affordable) { … any_hit.run(visited) … }
class AnyHit {
public:
    /// Both must live, unchanged, as long as this is used. Reads heads of blocks, no postings.
    void assign(const store::Generation& generation, const RankConditions& conditions);
    /// An upper bound of what run() adds to `visited`.
    std::uint64_t cost() const noexcept { return cost_; }
    /// Documents must be excluded before (RowTest).
    bool run(std::uint64_t& visited);

private:
    struct Member {
        const format::TermLists* lists = nullptr;
        std::uint64_t inside = 0;  ///< postings in the places, at most
    };
    /// A hit holds at least one of the lists.
    struct Clause {
        std::vector<Member> members;  ///< none empty
        std::uint64_t inside = 0;
    };

    Clause& add_clause();
    void add_member(Clause& clause, const format::TermLists& lists) const;
    bool add_clauses();
    void lead_by_clause();
    void lead_by_pair();

    std::uint64_t cost_of_clause() const noexcept;
    std::uint64_t cost_of_pair() const noexcept;
    std::uint64_t walk_cost(std::uint64_t count, std::uint64_t inside) const noexcept;
    std::uint64_t candidates_cost(std::uint64_t candidates) const noexcept;
    /// Whether every document that leads is a hit.
    bool is_certain() const noexcept { return followers_.empty() && !conditions_->has_tests(); }

    bool run_clause(std::uint64_t& visited);
    bool run_pair(std::uint64_t& visited);
    bool walk_to_hit(std::uint64_t& visited);
    void open_cursors();
    bool is_hit(std::uint32_t docid, std::uint64_t& visited);
    bool passes(std::uint32_t docid, std::uint64_t& visited) const;

    const store::Generation* generation_ = nullptr;
    const RankConditions* conditions_ = nullptr;
    const place::Ranges* ranges_ = nullptr;  // where hits lie
    place::Ranges everywhere_;
    format::TermLists all_documents_;
    std::vector<Clause> clauses_;  // the first clause_count_ are in use; the others keep their memory
    std::size_t clause_count_ = 0;
    std::uint64_t cost_ = 0;
    bool is_possible_ = false;
    const Clause* leader_ = nullptr;  // null: the pair leads
    std::vector<const Clause*> followers_;
    std::vector<ListCursor> cursors_;  // one for each list of the followers
    PostingWalk walk_;
};

}  // namespace bizrec::search
