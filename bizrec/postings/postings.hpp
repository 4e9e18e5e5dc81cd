#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/format/key_table.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// The documents of one identity key: a view into the index. Bytes of a hostile file may break the order of the docids
/// or name documents that do not exist. The functions here never read outside the list. Callers must check a docid
/// before they look it up in a column.
struct Postings {
    const std::uint32_t* docids = nullptr;  ///< ascending
    std::uint32_t count = 0;
    /// The documents by quality descending, docid ascending; null if the list has at most best_documents docids.
    const std::uint32_t* best = nullptr;
    std::uint32_t best_count = 0;  ///< all documents, or best_documents in an index of format 3

    const std::uint32_t* begin() const noexcept { return docids; }
    const std::uint32_t* end() const noexcept { return docids + count; }
    bool empty() const noexcept { return count == 0; }
    bool is_ranked() const noexcept { return best != nullptr && best_count == count; }
};

/// Reads an entry of the identities table (format/identity_entry.hpp). A count above the entry's length is reduced to
/// this length.
Postings decode_postings(const format::KeyEntry& entry) noexcept;

/// The part of a list that enrichment may show: the list itself if none of its documents is suppressed. Throws
/// std::bad_alloc.
Postings visible_postings(const store::Generation& generation, const Postings& list);

/// The first of [from, end) that is not below `target`. Exponential search, then binary search (Bentley and Yao, "An
/// almost optimal algorithm for unbounded searching", 1976). Adds its steps, at least one, to `visited`.
inline const std::uint32_t* seek(const std::uint32_t* from, const std::uint32_t* end, std::uint32_t target,
                                 std::uint64_t& visited) noexcept {
    std::size_t step = 1;
    const auto left = static_cast<std::size_t>(end - from);
    while (step <= left && from[step - 1] < target) {
        step *= 2;
        ++visited;
    }
    ++visited;
    const std::uint32_t* low = from + step / 2;
    std::size_t size = std::min(step - 1, left) - step / 2;
    while (size != 0) {
        const std::size_t half = size / 2;
        ++visited;
        if (low[half] < target) {
            low += half + 1;
            size -= half + 1;
        } else {
            size = half;
        }
    }
    return low;
}

/// Membership tests in ascending order of docids. Each test seeks from the position of the previous one.
class MembershipCursor {
public:
    MembershipCursor() = default;
    explicit MembershipCursor(const Postings& list) noexcept : at_(list.begin()), end_(list.end()) {}
    bool contains(std::uint32_t docid, std::uint64_t& visited) noexcept {
        at_ = seek(at_, end_, docid, visited);
        return at_ != end_ && *at_ == docid;
    }

private:
    const std::uint32_t* at_ = nullptr;
    const std::uint32_t* end_ = nullptr;
};

/// Whether `docid` lies in one of the ranges.
bool contains(const place::Ranges& ranges, std::uint32_t docid) noexcept;

/// Whether one range holds the whole list. True for an empty list.
bool covers(const place::Ranges& ranges, const Postings& list) noexcept;

/// Calls `visit(first, last)` for every part [first, last) of the list that lies in one of the ranges, ascending, until
/// `visit` returns false. The work is the length of the shorter of list and ranges, times a logarithm.
template <class Visit>
void for_each_stretch(const Postings& list, const place::Ranges& ranges, std::uint64_t& visited, Visit&& visit) {
    const std::uint32_t* at = list.begin();
    auto range = ranges.begin();
    while (at != list.end() && range != ranges.end()) {
        if (range->end <= *at) {
            range = std::upper_bound(range + 1, ranges.end(), *at,
                                     [](std::uint32_t docid, const place::Range& r) { return docid < r.end; });
            continue;
        }
        const std::uint32_t* first = seek(at, list.end(), range->begin, visited);
        at = seek(first, list.end(), range->end, visited);
        if (first != at && !visit(first, at)) {
            return;
        }
        ++range;
    }
}

/// The number of the list's documents inside the ranges. Searches only for the ends of ranges. Stops when `visited`
/// reaches `end`; the count may then be incomplete.
std::uint64_t count_inside(const Postings& list, const place::Ranges& ranges, std::uint64_t& visited,
                           std::uint64_t end = UINT64_MAX);

/// Whether both lists have the same documents. May read both lists completely if their lengths are equal.
bool same_documents(const Postings& a, const Postings& b) noexcept;

}  // namespace bizrec::search
