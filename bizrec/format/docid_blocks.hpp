#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace bizrec::format {

inline constexpr std::uint32_t block_postings = 128;  ///< postings of a block; the last one may have fewer
/// Groups of up to this many docids are stored as plain numbers.
inline constexpr std::uint32_t plain_group_postings = 32;
inline constexpr std::uint32_t no_docid = 0xFFFFFFFFU;

/// Head of one block, as stored in the file.
struct BlockHead {
    std::uint32_t at = 0;  ///< offset of its first packed byte from the first packed byte of the list; a multiple of 16
    std::uint8_t docid_bits = 0;
    std::uint8_t impact_bits = 0;
    std::uint8_t min_impact = 0;
    std::uint8_t max_impact = 0;
};
static_assert(sizeof(BlockHead) == 8);

/// Ascending docids in blocks of 128, bit-packed as differences (SIMD-BP128: Lemire and Boytsov, "Decoding billions of
/// integers per second through vectorization", 2015). The last docid of each block is stored too. A run of adjacent
/// docids takes no bits. A list of up to plain_group_postings docids is one plain block: an array of numbers.
class DocidBlocks {
public:
    std::uint32_t count() const noexcept { return count_; }
    std::uint32_t blocks() const noexcept { return count_ / block_postings + (count_ % block_postings != 0 ? 1 : 0); }
    std::uint32_t size(std::uint32_t block) const noexcept {  ///< postings of a block, 1..128
        return block + 1 == blocks() ? count_ - block * block_postings : block_postings;
    }
    /// First docid of the list. In a damaged file it may differ from the one that decode() returns.
    std::uint32_t first() const noexcept { return first_; }
    std::uint32_t last(std::uint32_t block) const noexcept { return last_[block]; }
    const std::uint32_t* lasts() const noexcept { return last_; }
    /// Returns the first block from `from` on whose last docid is at least `target`, or blocks() if there is none. Uses
    /// galloping search. Adds about the number of comparisons to `steps`.
    std::uint32_t find_block(std::uint32_t from, std::uint32_t target, std::uint64_t& steps) const noexcept {
        const std::uint32_t end = blocks();
        ++steps;
        if (from >= end || last_[from] >= target) {
            return from < end ? from : end;
        }
        return gallop(from, end, target, steps);
    }
    /// Always writes 128 numbers; in a shorter block, the numbers after its postings repeat its last docid. Returns the
    /// number of postings, or 0 for a damaged block, in which case all numbers are no_docid. The docids ascend
    /// strictly. They are above the last docid of the previous block, at most last(block), and below the number of
    /// documents.
    std::uint32_t decode(std::uint32_t block, std::uint32_t* docids) const noexcept;
    /// Number of postings below `docid` (rank). Decodes at most one block. If that block is damaged, none of its
    /// postings counts as below.
    std::uint32_t count_below(std::uint32_t docid, std::uint64_t& steps) const noexcept;
    /// Prefetches the first three cache lines that decode() reads. Reads the block's head to find them.
    void prefetch(std::uint32_t block) const noexcept {
        const std::uint32_t at = heads_ == nullptr ? 0 : heads_[block].at;
        if (at < bytes_size_) {
            __builtin_prefetch(bytes_ + at);
            __builtin_prefetch(bytes_ + at + 64);
            __builtin_prefetch(bytes_ + at + 128);
        }
    }

protected:
    friend class TermListReader;
    std::uint32_t gallop(std::uint32_t from, std::uint32_t end, std::uint32_t target,
                         std::uint64_t& steps) const noexcept;
    bool read_plain(std::uint32_t* docids) const noexcept;
    bool unpack(std::uint32_t block, std::uint32_t* docids) const noexcept;

    const std::uint32_t* last_ = nullptr;  // last docid of each block
    const BlockHead* heads_ = nullptr;     // head of each block; null: one plain block
    const std::byte* bytes_ = nullptr;     // packed bytes, or the docids of a plain block
    std::uint32_t bytes_size_ = 0;
    std::uint32_t count_ = 0;
    std::uint32_t first_ = 0;
    std::uint32_t documents_ = 0;
};

/// Position of the first of 128 ascending numbers that is not below `target`; 127 if all are below. Always takes seven
/// steps without a branch: they are unrolled and count in 64 bits, so that the compiler makes each a conditional move.
template <std::uint32_t... steps>
inline std::uint32_t position_by(std::integer_sequence<std::uint32_t, steps...>, const std::uint32_t* docids,
                                 std::uint32_t target) noexcept {
    std::uint64_t at = 0;
    ((at = docids[at + steps - 1] < target ? at + steps : at), ...);
    return static_cast<std::uint32_t>(at);
}
inline std::uint32_t position_in_block(const std::uint32_t* docids, std::uint32_t target) noexcept {
    static_assert(block_postings == 128);
    return position_by(std::integer_sequence<std::uint32_t, 64, 32, 16, 8, 4, 2, 1>(), docids, target);
}

/// Blocks of docids with the impact of each posting, and with the greatest impact of each block.
class PostingBlocks : public DocidBlocks {
public:
    std::uint8_t max_impact(std::uint32_t block) const noexcept { return heads_[block].max_impact; }
    /// Writes 128 impacts. Impacts after the block's postings are unspecified. All are 1 if the block's head is
    /// damaged.
    void decode_impacts(std::uint32_t block, std::uint8_t* impacts) const noexcept;
    /// Impact of posting `index` (below size()) of a block. Cheaper than decode_impacts() for a few postings.
    std::uint8_t impact(std::uint32_t block, std::uint32_t index) const noexcept;

private:
    const std::byte* packed_impacts(std::uint32_t block, std::uint64_t& available) const noexcept;
};

}  // namespace bizrec::format
