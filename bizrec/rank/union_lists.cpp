#include "bizrec/rank/union_lists.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

/// Up to this many lists are sorted for each window. More lists stay in the order of the most that each gives anywhere,
/// because sorting them for each window would cost more than it saves.
constexpr std::size_t sorted_lists = 32;

}  // namespace

void UnionLists::open(const RankClause& clause) {
    members_.clear();
    for (std::uint32_t i = 0; i < clause.lists.size(); ++i) {
        const RankList& list = clause.lists[i];
        members_.push_back({list, i, list.greatest(), list.lists->count});
    }
    if (cursors_.size() < members_.size()) {
        cursors_.resize(members_.size());
    }
    std::sort(members_.begin(), members_.end(),
              [](const Member& a, const Member& b) { return a.max_here < b.max_here; });
    for (const Member& member : members_) {
        cursors_[member.cursor].open(*member.list.lists);
    }
}

/// Insertion sort, because the lists are nearly sorted from window to window.
void UnionLists::sort() {
    for (std::size_t i = 1; i < members_.size(); ++i) {
        const Member member = members_[i];
        std::size_t at = i;
        for (; at != 0 && members_[at - 1].max_here > member.max_here; --at) {
            members_[at] = members_[at - 1];
        }
        members_[at] = member;
    }
}

void UnionLists::enter(place::Range window, std::uint64_t& visited) {
    std::size_t kept = 0;
    for (Member member : members_) {
        ListCursor& cursor = cursors_[member.cursor];
        if (!cursor.approach(window.begin, visited)) {
            continue;
        }
        member.max_here = member.postings_here = 0;
        if (cursor.min_docid() < window.end) {
            const BlocksAhead ahead = cursor.blocks_below(window.end, visited);
            member.max_here = member.list.evidence(ahead.max_impact);
            member.postings_here = ahead.postings;
        }
        members_[kept++] = member;
    }
    members_.resize(kept);
    if (members_.size() <= sorted_lists) {
        sort();
    }
}

std::uint32_t UnionLists::min_docid() const noexcept {
    std::uint32_t least = format::no_docid;
    for (const Member& member : members_) {
        least = std::min(least, cursors_[member.cursor].min_docid());
    }
    return least;
}

}  // namespace bizrec::search
