#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// A list and the evidence that it gives a document: flat + factor × impact.
struct RankList {
    const format::TermLists* lists = nullptr;
    std::uint32_t factor = 0;
    std::uint32_t flat = 0;

    std::uint32_t evidence(std::uint8_t impact) const noexcept { return flat + factor * impact; }
    std::uint32_t greatest() const noexcept { return evidence(lists->max_impact); }
};

/// An estimate of the postings of lists inside ranges, from the heads of their blocks.
struct PostingsInside {
    std::uint64_t about = 0;    ///< the expected number
    std::uint64_t maximum = 0;  ///< upper bound: a block that lies partly in a range counts completely
};

/// A hit is in at least one of these lists. Their evidence adds up.
struct RankClause {
    std::vector<RankList> lists;  ///< none empty
    PostingsInside inside;        ///< of the lists, in the task's ranges

    std::uint32_t greatest() const noexcept;
};

/// Evidence that does not come from the clauses: that of an exact name or label, or of a boost.
struct RankExtra {
    const format::TermLists* lists = nullptr;  ///< a document has the evidence if it is in all of them
    std::size_t size = 0;                      ///< of `lists`
    std::uint32_t evidence = 0;
    bool is_exact = false;        ///< of all exact names and labels, the greatest evidence counts; boosts add up
    std::uint64_t documents = 0;  ///< upper bound on those in the task's ranges; 0: no document has the evidence

    /// Whether only documents of this list can have the evidence.
    bool needs(const format::TermLists& list) const noexcept;
    const format::TermLists& rarest() const noexcept;
};

/// A problem in the only form that the executors know: a document is a hit if it is in at least one list of every
/// clause.
struct RankTask {
    const store::Generation* generation = nullptr;
    const RankProblem* problem = nullptr;
    const place::Ranges* ranges = nullptr;  ///< where the hits lie
    std::vector<RankClause> clauses;        ///< only the first clause_count are in use; the others keep their memory
    std::size_t clause_count = 0;           ///< 0: there are no hits
    std::uint32_t base = 0;                 ///< evidence that every hit has without any list
    std::uint32_t extra = 0;                ///< the most evidence that `extras` can give
    std::uint64_t range_documents = 0;      ///< the number of documents in `ranges`
    std::uint64_t hidden = 0;               ///< upper bound on the documents in `ranges` that searches do not find
    std::vector<RankExtra> extras;          ///< of the problem's exact_matches and boosts

    const RankClause* begin() const noexcept { return clauses.data(); }
    const RankClause* end() const noexcept { return clauses.data() + clause_count; }

    bool may_have_hits() const noexcept { return clause_count != 0 && !ranges->empty(); }
    /// Whether the first clause, which leads, is a single list.
    bool is_led_by_one_list() const noexcept { return clauses[0].lists.size() == 1; }
    /// Whether anything except the clauses gives evidence.
    bool has_extras() const noexcept { return extra != 0; }
    bool has_tests() const noexcept { return has_tests_; }
    /// Whether so few documents have the evidence that it pays to judge them first. The bound on the evidence of all
    /// other documents is then tighter. A frequent name needs no such step: its documents are the best rows, and any
    /// executor finds them soon.
    bool is_rare(const RankExtra& of) const noexcept {
        constexpr std::uint64_t max_documents = 4096;
        return of.documents != 0 && of.documents <= max_documents && of.documents < clauses[0].inside.about / 4;
    }

    /// The most evidence that the extras for which may_give(extra) is true can give a document.
    template <class MayGive>
    std::uint32_t max_extra(MayGive&& may_give) const;

    /// Both arguments must live as long as the task is used. Sorts the clauses by ascending `inside.about`.
    void assign(const store::Generation& given, const RankProblem& asked);

private:
    RankClause& add_clause();
    bool add_words();
    bool add_any_of();
    void measure();

    bool has_tests_ = false;
    place::Ranges everywhere_;
    format::TermLists all_documents_;
};

template <class MayGive>
std::uint32_t RankTask::max_extra(MayGive&& may_give) const {
    std::uint32_t of_exact = 0, of_boosts = 0;
    for (const RankExtra& each : extras) {
        const std::uint32_t evidence = may_give(each) ? each.evidence : 0;
        of_exact = std::max(of_exact, each.is_exact ? evidence : 0);
        of_boosts += each.is_exact ? 0 : evidence;
    }
    return of_exact + of_boosts;
}

/// The list of all documents.
format::TermLists all_documents(const store::Generation& generation) noexcept;

/// Estimates how many postings of a term lie inside ranges. Reads only some heads of blocks. For more than 64 ranges
/// the result is coarser.
PostingsInside postings_inside(const format::TermLists& lists, const place::Ranges& ranges) noexcept;

/// Counts postings inside ranges exactly. For up to 64 ranges, it decodes only the blocks at their ends. For more, it
/// walks the list, and stops early when it has counted at least `enough`, or when `visited` reaches `max_visited`.
std::uint64_t count_inside(const format::TermLists& lists, const place::Ranges& ranges, std::uint64_t& visited,
                           std::uint64_t enough = UINT64_MAX, std::uint64_t max_visited = UINT64_MAX);

}  // namespace bizrec::search
