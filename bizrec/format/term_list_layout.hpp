#pragma once

#include <cstddef>
#include <cstdint>

#include "bizrec/format/term_lists.hpp"

/// Layout that the builder and the reader of term lists share. Byte by byte: docs/index-format.md.
namespace bizrec::format {

inline constexpr std::size_t list_alignment = 16;

constexpr std::uint64_t aligned(std::uint64_t offset) noexcept {
    return (offset + list_alignment - 1) / list_alignment * list_alignment;
}

constexpr std::uint32_t blocks_for(std::uint32_t count) noexcept {
    return count / block_postings + (count % block_postings != 0 ? 1 : 0);  // no overflow near 2^32
}

constexpr bool wants_groups(std::uint32_t count) noexcept {
    return count >= grouped_postings;
}

constexpr bool wants_bitmap(std::uint32_t count, std::uint32_t documents) noexcept {
    return count > block_postings && std::uint64_t{count} * bitmap_share >= documents;
}

/// aux[0] of a term's slot in the `terms` key table: count | idf << 32 | greatest impact << 48 | kind of lists << 56.
struct TermHead {
    /// Values of `kind`. A pair has only a ListHead and groups; its idf and greatest impact are 0.
    static constexpr std::uint8_t words = 0;
    static constexpr std::uint8_t pair = 1;

    std::uint32_t count = 0;
    std::uint16_t idf_sixteenths = 0;
    std::uint8_t max_impact = 0;
    std::uint8_t kind = words;

    constexpr std::uint64_t pack() const noexcept {
        return count | std::uint64_t{idf_sixteenths} << 32 | std::uint64_t{max_impact} << 48 |
               std::uint64_t{kind} << 56;
    }
    static constexpr TermHead unpack(std::uint64_t aux) noexcept {
        return {static_cast<std::uint32_t>(aux), static_cast<std::uint16_t>(aux >> 32),
                static_cast<std::uint8_t>(aux >> 48), static_cast<std::uint8_t>(aux >> 56)};
    }
};

/// aux[1] of a term's slot. The lower bits locate its lists in `postings`: chunk << 32 | offset / 16, or 0 if they are
/// not there. The upper eight bits are its rival_byte().
inline constexpr unsigned rival_shift = 56;
constexpr std::uint64_t pack_locator(std::uint32_t chunk, std::uint64_t offset) noexcept {
    return std::uint64_t{chunk} << 32 | offset / list_alignment;
}
constexpr std::uint64_t locator_of(std::uint64_t aux) noexcept {
    return aux & ((std::uint64_t{1} << rival_shift) - 1);
}
constexpr std::uint8_t rival_of(std::uint64_t aux) noexcept {
    return static_cast<std::uint8_t>(aux >> rival_shift);
}
constexpr std::uint64_t with_rival(std::uint64_t aux, std::uint8_t rival) noexcept {
    return locator_of(aux) | std::uint64_t{rival} << rival_shift;
}
constexpr std::uint32_t locator_chunk(std::uint64_t aux) noexcept {
    return static_cast<std::uint32_t>(locator_of(aux) >> 32);
}
constexpr std::uint64_t locator_offset(std::uint64_t aux) noexcept {
    return (aux & 0xFFFFFFFFU) * list_alignment;
}

/// First bytes of the lists of a pair, or of a term with more than block_postings postings. Offsets count from the
/// first byte of this head and are multiples of 16.
struct ListHead {
    std::uint32_t size = 0;       ///< bytes of all lists, with this head
    std::uint32_t groups_at = 0;  ///< offset of the groups by score; 0: there are none
    std::uint32_t bitmap_at = 0;  ///< offset of the bitmap; 0: there is none
    std::uint32_t reserved = 0;
};
static_assert(sizeof(ListHead) == list_alignment);

/// Size of the head of a list of blocks, which precedes the packed bytes: u32 first docid, u32 last docid of each
/// block, BlockHead of each block, zeros up to a multiple of 16.
constexpr std::uint64_t block_heads_bytes(std::uint32_t blocks) noexcept {
    return aligned(sizeof(std::uint32_t) + std::uint64_t{blocks} * (sizeof(std::uint32_t) + sizeof(BlockHead)));
}

/// Size of the head of the groups, which precedes their docids: u32 number of groups; u32 count, then u32 offset, then
/// u16 key of each group; zeros up to a multiple of 16.
constexpr std::uint64_t group_heads_bytes(std::uint32_t groups) noexcept {
    return aligned(sizeof(std::uint32_t) + std::uint64_t{groups} * (2 * sizeof(std::uint32_t) + sizeof(std::uint16_t)));
}

/// The parts of a bitmap, in this order: u64 impact that all postings share (0: each has its own), bits, ranks,
/// impacts.
struct BitmapParts {
    explicit constexpr BitmapParts(std::uint32_t documents) noexcept
        : words((std::uint64_t{documents} + 63) / 64),
          ranks((std::uint64_t{documents} + 511) / 512),
          ranks_at(sizeof(std::uint64_t) * (words + 1)),
          impacts_at(ranks_at + sizeof(BitmapRank) * ranks) {}
    std::uint64_t words, ranks;
    std::uint64_t ranks_at, impacts_at;  ///< offsets from the bitmap's first byte
};

}  // namespace bizrec::format
