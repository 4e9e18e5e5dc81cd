#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "bizrec/rank/union_lists.hpp"

namespace bizrec::search {

/// The evidence of the documents of one window, added up list by list. `Sum` has 16 bits if every sum fits, because
/// then half as much memory is cleared and compared; otherwise it has 32.
template <class Sum>
class RankWindow {
public:
    /// Documents of a window. Their sums fit into the first-level cache.
    static constexpr std::uint32_t max_documents = 8192;

    /// Begins with no evidence. The window may have at most max_documents.
    void open(place::Range window);
    /// Adds the evidence that a list gives.
    void add(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited);
    /// Makes candidates of the documents with evidence of at least `least`, which is at least 1.
    void collect(std::uint32_t least);
    /// Adds the evidence of one more list to the candidates. Either drops candidates below `least` and looks up each of
    /// the others in the list, or, if that is cheaper, reads the list's postings of the window.
    void complete(const UnionLists::Member& member, ListCursor& cursor, std::uint32_t least, std::uint64_t& visited);

    std::uint32_t candidates() const noexcept { return candidate_count_; }
    /// The place of a candidate: its docid minus the window's first docid. Ascending.
    std::uint32_t candidate(std::uint32_t i) const noexcept { return candidates_[i]; }
    std::uint32_t evidence(std::uint32_t place) const noexcept { return sums_[place]; }

    void close();

private:
    /// The number of sums compared at once.
    static constexpr std::uint32_t group = 64 / sizeof(Sum);

    void ask(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited);
    void keep(std::uint32_t least);

    place::Range window_;
    std::vector<Sum> sums_;                  // all of them are zero between two windows
    std::vector<std::uint16_t> candidates_;  // only the first candidate_count_ are in use
    std::uint32_t candidate_count_ = 0;
};

}  // namespace bizrec::search
