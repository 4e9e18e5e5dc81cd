#pragma once

#include <array>
#include <cstdint>

#include "bizrec/format/term_lists.hpp"
#include "bizrec/rank/task.hpp"

namespace bizrec::search {

/// The documents of one block of the leading list that may still be hits, with their evidence so far. The place of a
/// candidate is its index in `docids`.
struct Candidates {
    using Places = std::array<std::uint8_t, format::block_postings>;

    const std::uint32_t* docids = nullptr;                       ///< of the block; ascending
    std::uint32_t count = 0;                                     ///< candidates that remain
    Places places;                                               ///< the place of each candidate; ascending
    std::array<std::uint32_t, format::block_postings> evidence;  ///< of the document at each place

    std::uint32_t docid(std::uint32_t i) const noexcept { return docids[places[i]]; }

    /// Makes all `size` documents of a block candidates.
    void assign(const std::uint32_t* given, std::uint32_t size) noexcept {
        docids = given;
        count = size;
        places = all_places;
    }
    void assign_one(std::uint32_t docid, std::uint32_t evidence_of_it) noexcept {
        one_ = docid;
        docids = &one_;
        count = 1;
        places[0] = 0;
        evidence[0] = evidence_of_it;
    }

    /// Drops the candidates for which keep(place) is false.
    template <class Keep>
    void keep_if(Keep&& keep) noexcept {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint8_t place = places[i];
            places[kept] = place;
            kept += keep(place) ? 1 : 0;
        }
        count = kept;
    }

    /// Drops the candidates to which the leading list gives less than `wanted`. `impacts`: of the block's documents, by
    /// place.
    void keep_reaching(const RankList& list, const std::uint8_t* impacts, std::uint32_t wanted) noexcept {
        keep_if([&](std::uint8_t place) { return list.evidence(impacts[place]) >= wanted; });
    }

private:
    static constexpr Places make_places() noexcept {
        Places out{};
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = static_cast<std::uint8_t>(i);
        }
        return out;
    }
    static const Places all_places;

    std::uint32_t one_ = 0;
};
inline constexpr Candidates::Places Candidates::all_places = Candidates::make_places();

/// Tests candidates against one term's lists, and remembers the position of each candidate that is in them. Uses the
/// bitmap if there is one. Otherwise decodes each block once for all candidates in it.
class ListFilter {
public:
    /// `lists` must live as long as the filter is used.
    void open(const format::TermLists& lists) noexcept;

    /// Keeps the candidates that hold the term. Docids must ascend from call to call; a docid may repeat.
    void keep_members(Candidates& candidates, std::uint64_t& visited) noexcept;
    /// Prefetches the memory that impact() reads for the candidates that keep_members() has kept.
    void prefetch_impacts(const Candidates& candidates) noexcept;
    /// The impact of a candidate for which prefetch_impacts() was called.
    std::uint8_t impact(std::uint32_t place) const noexcept;

private:
    static constexpr std::uint32_t no_block = 0xFFFFFFFFU;

    void find_blocks(Candidates& candidates, std::uint64_t& visited) noexcept;
    /// Whether the decoded block holds `docid`. Stores the position of its posting. Inline, because it is called for
    /// every candidate. `first`: index of the decoded block's first posting.
    bool is_in_block(std::uint32_t docid, std::uint32_t first, std::uint8_t place) noexcept {
        const std::uint32_t at = format::position_in_block(docids_.data(), docid);
        positions_[place] = first + at;
        return docids_[at] == docid;
    }

    const format::TermLists* lists_ = nullptr;
    std::uint32_t block_ = 0;  // the block in which the last candidate lies, if the list holds it
    std::uint32_t decoded_ = no_block;
    std::array<std::uint32_t, format::block_postings> docids_;
    std::array<std::uint32_t, format::block_postings> positions_;  // by place: index of the posting in the list
};

}  // namespace bizrec::search
