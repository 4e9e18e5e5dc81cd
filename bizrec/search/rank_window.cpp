#include "bizrec/search/rank_window.hpp"

#include <algorithm>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace bizrec::search {

namespace {

/// To ask a list about a candidate costs as much as to add so many of its postings up.
constexpr std::uint32_t postings_a_question = 5;

constexpr std::uint32_t group = 4;  // sums that are compared at once

/// A bit for each of four sums that are not below `least`, which is in 1..2^31.
unsigned reach(const std::uint32_t* sums, std::uint32_t least) noexcept {
#if defined(__SSE2__)
    const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(sums));
    const __m128i above = _mm_cmpgt_epi32(four, _mm_set1_epi32(static_cast<int>(least - 1)));
    return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(above)));
#else
    unsigned bits = 0;
    for (std::uint32_t i = 0; i < group; ++i) {
        bits |= (sums[i] >= least ? 1U : 0U) << i;
    }
    return bits;
#endif
}

}  // namespace

void RankWindow::open(place::Range window, bool marking) {
    window_ = window;
    marking_ = marking;
    sums_.resize(most_documents);
    marks_.resize(most_documents / 64);
    candidates_.clear();
}

/// Calls add(place in the window, evidence).
template <class Add>
void RankWindow::for_each_posting(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited,
                                  Add&& add) {
    const std::uint32_t size = window_.end - window_.begin;
    const RankList list = member.list;
    std::uint32_t from = window_.begin;
    while (from < window_.end && cursor.seek(from, visited)) {
        const std::uint32_t* docids = cursor.docids();
        const std::uint8_t* impacts = cursor.impacts();
        const std::uint32_t count =
            cursor.last() < window_.end ? cursor.size() : lower_index(docids, cursor.size(), window_.end);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t at = docids[i] - window_.begin;
            if (at < size) {  // docids of a hostile file may descend
                add(at, list.evidence(impacts[i]));
            }
        }
        visited += count;
        from = count < cursor.size() ? window_.end : cursor.last() + 1;
    }
}

void RankWindow::add(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited) {
    std::uint32_t* const sums = sums_.data();
    std::uint64_t* const marks = marks_.data();
    if (marking_) {
        for_each_posting(member, cursor, visited, [sums, marks](std::uint32_t at, std::uint32_t evidence) {
            sums[at] += evidence;
            marks[at / 64] |= std::uint64_t{1} << (at % 64);
        });
    } else {
        for_each_posting(member, cursor, visited,
                         [sums](std::uint32_t at, std::uint32_t evidence) { sums[at] += evidence; });
    }
}

void RankWindow::collect(std::uint32_t least) {
    if (marking_) {
        collect_marked(least);
    } else {
        collect_sums(std::max(least, 1U));
    }
}

void RankWindow::collect_marked(std::uint32_t least) {
    for (std::uint32_t i = 0; i < marks_.size(); ++i) {
        for (std::uint64_t word = marks_[i]; word != 0; word &= word - 1) {
            const auto at = static_cast<std::uint16_t>(i * 64 + static_cast<std::uint32_t>(__builtin_ctzll(word)));
            if (sums_[at] >= least) {
                candidates_.push_back(at);
            }
        }
    }
}

void RankWindow::collect_sums(std::uint32_t least) {
    const std::uint32_t size = window_.end - window_.begin;
    for (std::uint32_t at = 0; at < size; at += group) {
        for (unsigned bits = reach(&sums_[at], least); bits != 0; bits &= bits - 1) {
            candidates_.push_back(static_cast<std::uint16_t>(at + static_cast<std::uint32_t>(__builtin_ctz(bits))));
        }
    }
}

void RankWindow::ask(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited) {
    for (const std::uint16_t candidate : candidates_) {
        const std::uint32_t docid = window_.begin + candidate;
        if (cursor.contains(docid, visited)) {
            sums_[candidate] += member.list.evidence(cursor.impact(docid));
        }
    }
}

void RankWindow::complete(const UnionLists::Member& member, ListCursor& cursor, std::uint32_t least,
                          std::uint64_t& visited) {
    if (member.postings_here / postings_a_question < candidates_.size()) {
        std::uint32_t* const sums = sums_.data();
        for_each_posting(member, cursor, visited,
                         [sums](std::uint32_t at, std::uint32_t evidence) { sums[at] += evidence; });
    } else {
        ask(member, cursor, visited);
    }
    candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(),
                                     [&](std::uint16_t candidate) { return sums_[candidate] < least; }),
                      candidates_.end());
}

void RankWindow::finish() {
    std::fill(sums_.begin(), sums_.begin() + (window_.end - window_.begin), 0);
    if (marking_) {
        std::fill(marks_.begin(), marks_.end(), 0);
    }
}

}  // namespace bizrec::search
