#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "bizrec/search/rank_union_lists.hpp"

namespace bizrec::search {

/// Evidence of the documents of one window, added up list by list. The documents that are in question are either
/// marked, posting by posting, or, where postings are many, found afterwards by their sums.
class RankWindow {
public:
    /// Documents of a window: their sums stay in the first cache.
    static constexpr std::uint32_t most_documents = 8192;

    /// Begins with no evidence. At most most_documents.
    void open(place::Range window, bool marking);
    /// Adds all that a list gives; its documents come into question.
    void add(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited);
    /// Makes candidates of the documents in question that have `least` (with marks: maybe 0) or more.
    void collect(std::uint32_t least);

    /// Candidates, ascending: their places in the window. valid until finish().
    const std::vector<std::uint16_t>& candidates() const noexcept { return candidates_; }
    std::uint32_t evidence(std::uint16_t candidate) const noexcept { return sums_[candidate]; }

    /// Adds to the candidates' evidence what a list gives them, and keeps those that have `least` or more then.
    void complete(const UnionLists::Member& member, ListCursor& cursor, std::uint32_t least, std::uint64_t& visited);
    void finish();

private:
    template <class Add>
    void for_each_posting(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited, Add&& add);
    void collect_marked(std::uint32_t least);
    void collect_sums(std::uint32_t least);
    void ask(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited);

    place::Range window_;
    bool marking_ = false;
    std::vector<std::uint32_t> sums_;   // all zero between windows
    std::vector<std::uint64_t> marks_;  // a bit for each sum; all zero between windows
    std::vector<std::uint16_t> candidates_;
};

}  // namespace bizrec::search
