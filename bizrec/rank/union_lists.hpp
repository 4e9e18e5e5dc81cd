#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/rank/task.hpp"

namespace bizrec::search {

/// The lists of one clause while they are read window by window. Lists that can give the least evidence come first.
class UnionLists {
public:
    struct Member {
        RankList list;
        std::uint32_t cursor = 0;
        std::uint32_t max_here = 0;       ///< upper bound on its evidence in the window, from the heads of blocks
        std::uint32_t postings_here = 0;  ///< upper bound on its postings in the window; 0: none
    };

    /// `clause` must live as long as the lists are used.
    void open(const RankClause& clause);
    /// Moves to a window: sets max_here and postings_here of each list, and drops lists that have ended. Windows must
    /// ascend.
    void enter(place::Range window, std::uint64_t& visited);
    /// A lower bound on the next docid in any list.
    std::uint32_t min_docid() const noexcept;

    bool empty() const noexcept { return members_.empty(); }
    std::size_t size() const noexcept { return members_.size(); }
    std::vector<Member>::const_iterator begin() const noexcept { return members_.begin(); }
    std::vector<Member>::const_iterator end() const noexcept { return members_.end(); }
    const Member& operator[](std::size_t i) const noexcept { return members_[i]; }
    ListCursor& cursor(const Member& member) noexcept { return cursors_[member.cursor]; }

private:
    void sort();

    std::vector<Member> members_;
    std::vector<ListCursor> cursors_;
};

}  // namespace bizrec::search
