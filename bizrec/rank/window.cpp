#include "bizrec/rank/window.hpp"

#include <algorithm>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace bizrec::search {

namespace {

/// Looking up one candidate in a list costs as much as adding this many of its postings.
constexpr std::uint32_t postings_a_question = 5;

/// Compares the sums of one cache line with `least`: bit i is set if sum i is at least `least`. `least`: 1 to 2^31.
std::uint32_t reach(const std::uint32_t* sums, std::uint32_t least) noexcept {
#if defined(__SSE2__)
    const __m128i below = _mm_set1_epi32(static_cast<int>(least - 1));
    const auto above = [sums, below](int row) {
        return _mm_cmpgt_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(sums) + row), below);
    };
    const __m128i first = _mm_packs_epi32(above(0), above(1));
    const __m128i second = _mm_packs_epi32(above(2), above(3));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(first, second)));
#else
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 16; ++i) {
        bits |= (sums[i] >= least ? 1U : 0U) << i;
    }
    return bits;
#endif
}

/// Like the function above, for the 32 sums of 16 bits in a cache line. `least`: 1 to 65535.
std::uint32_t reach(const std::uint16_t* sums, std::uint32_t least) noexcept {
#if defined(__SSE2__)
    const __m128i wanted = _mm_set1_epi16(static_cast<short>(least));
    const auto missing = [sums, wanted](int row) {
        return _mm_subs_epu16(wanted, _mm_loadu_si128(reinterpret_cast<const __m128i*>(sums) + row));
    };
    const __m128i zero = _mm_setzero_si128();
    const auto above = [&](int row) {
        return _mm_packs_epi16(_mm_cmpeq_epi16(missing(row), zero), _mm_cmpeq_epi16(missing(row + 1), zero));
    };
    return static_cast<std::uint32_t>(_mm_movemask_epi8(above(0))) |
           static_cast<std::uint32_t>(_mm_movemask_epi8(above(2))) << 16;
#else
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 32; ++i) {
        bits |= (sums[i] >= least ? 1U : 0U) << i;
    }
    return bits;
#endif
}

}  // namespace

template <class Sum>
void RankWindow<Sum>::open(place::Range window) {
    window_ = window;
    sums_.resize(max_documents);
    candidates_.resize(max_documents);
    candidate_count_ = 0;
}

template <class Sum>
void RankWindow<Sum>::add(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited) {
    const std::uint32_t size = window_.end - window_.begin;
    const RankList list = member.list;
    Sum* const sums = sums_.data();
    std::uint32_t from = window_.begin;
    while (from < window_.end && cursor.seek(from, visited)) {
        const std::uint32_t* const docids = cursor.docids();
        const std::uint8_t* const impacts = cursor.impacts();
        const std::uint32_t count =
            cursor.last() < window_.end ? cursor.size() : lower_index(docids, cursor.size(), window_.end);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t at = docids[i] - window_.begin;
            if (at < size) {  // docids of a hostile file may descend
                sums[at] = static_cast<Sum>(sums[at] + list.evidence(impacts[i]));
            }
        }
        visited += count;
        from = count < cursor.size() ? window_.end : cursor.last() + 1;
    }
}

template <class Sum>
void RankWindow<Sum>::collect(std::uint32_t least) {
    if (least > static_cast<Sum>(~Sum{0})) {
        return;
    }
    std::uint16_t* out = candidates_.data();
    for (std::uint32_t at = 0; at < window_.end - window_.begin; at += group) {
        for (std::uint32_t bits = reach(&sums_[at], least); bits != 0; bits &= bits - 1) {
            *out++ = static_cast<std::uint16_t>(at + static_cast<std::uint32_t>(__builtin_ctz(bits)));
        }
    }
    candidate_count_ = static_cast<std::uint32_t>(out - candidates_.data());
}

template <class Sum>
void RankWindow<Sum>::keep(std::uint32_t least) {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < candidate_count_; ++i) {
        const std::uint16_t candidate = candidates_[i];
        candidates_[kept] = candidate;
        kept += sums_[candidate] >= least ? 1 : 0;
    }
    candidate_count_ = kept;
}

template <class Sum>
void RankWindow<Sum>::ask(const UnionLists::Member& member, ListCursor& cursor, std::uint64_t& visited) {
    for (std::uint32_t i = 0; i < candidate_count_; ++i) {
        const std::uint32_t docid = window_.begin + candidates_[i];
        if (cursor.contains(docid, visited)) {
            Sum& sum = sums_[candidates_[i]];
            sum = static_cast<Sum>(sum + member.list.evidence(cursor.impact(docid)));
        }
    }
}

template <class Sum>
void RankWindow<Sum>::complete(const UnionLists::Member& member, ListCursor& cursor, std::uint32_t least,
                               std::uint64_t& visited) {
    if (member.postings_here / postings_a_question < candidate_count_) {
        add(member, cursor, visited);
    } else {
        keep(least);
        ask(member, cursor, visited);
    }
}

template <class Sum>
void RankWindow<Sum>::close() {
    std::fill(sums_.begin(), sums_.begin() + (window_.end - window_.begin), Sum{0});
}

template class RankWindow<std::uint16_t>;
template class RankWindow<std::uint32_t>;

}  // namespace bizrec::search
