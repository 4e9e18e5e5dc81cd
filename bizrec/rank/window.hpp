#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "bizrec/rank/union_lists.hpp"

namespace bizrec::search {

/// Evidence of the documents of one window, added up list by list. `Sum`: 16 bits where no sum can be greater, for half
/// the memory is cleared and compared; else 32.
template <class Sum>
class RankWindow {
public:
    /// Documents of a window: their sums stay in the first cache.
    static constexpr std::uint32_t max_documents = 8192;

    /// Begins with no evidence. At most max_documents.
    void open(place::Range window);
    /// Adds what a list gives.
    void add(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited);
    /// Makes candidates of the documents that have `least` (at least 1) or more.
    void collect(std::uint32_t least);
    /// Adds to the candidates' evidence what a list gives them: asks about those that have `least` or more, and drops
    /// the others, or reads the list where that is cheaper.
    void complete(const UnionLists::Member& member, ListCursor& cursor, std::uint32_t least, std::uint64_t& visited);

    std::uint32_t candidates() const noexcept { return candidate_count_; }
    /// Place in the window; ascending.
    std::uint32_t candidate(std::uint32_t i) const noexcept { return candidates_[i]; }
    std::uint32_t evidence(std::uint32_t place) const noexcept { return sums_[place]; }

    void close();

private:
    /// Sums that are compared at once.
    static constexpr std::uint32_t group = 64 / sizeof(Sum);

    void ask(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited);
    void keep(std::uint32_t least);

    place::Range window_;
    std::vector<Sum> sums_;                  // all zero between windows
    std::vector<std::uint16_t> candidates_;  // the first candidate_count_
    std::uint32_t candidate_count_ = 0;
};

}  // namespace bizrec::search
