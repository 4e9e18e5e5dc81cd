#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace bizrec::format {

inline constexpr std::uint32_t block_postings = 128;       ///< postings of a block
inline constexpr std::uint32_t plain_group_postings = 32;  ///< groups up to this long are plain numbers
inline constexpr std::uint32_t no_docid = 0xFFFFFFFFU;

/// Head of one block as it lies in the file.
struct BlockHead {
    std::uint32_t at = 0;  ///< of its first packed byte, from the first one of all blocks; a multiple of 16
    std::uint8_t docid_bits = 0;
    std::uint8_t impact_bits = 0;
    std::uint8_t min_impact = 0;
    std::uint8_t max_impact = 0;
};
static_assert(sizeof(BlockHead) == 8);

/// Ascending docids in blocks of 128, bit-packed as differences (SIMD-BP128: Lemire and Boytsov, "Decoding billions of
/// integers per second through vectorization", 2015), each block with its last docid. A run of neighbours takes no bit.
/// A list of up to plain_group_postings is one plain block.
class DocidBlocks {
public:
    std::uint32_t count() const noexcept { return count_; }
    std::uint32_t blocks() const noexcept { return count_ / block_postings + (count_ % block_postings != 0 ? 1 : 0); }
    std::uint32_t size(std::uint32_t block) const noexcept {  ///< postings of a block, 1..128
        return block + 1 == blocks() ? count_ - block * block_postings : block_postings;
    }
    /// Docid that the list begins with; of a damaged file maybe not the one that decode() gives.
    std::uint32_t first() const noexcept { return first_; }
    std::uint32_t last(std::uint32_t block) const noexcept { return last_[block]; }
    const std::uint32_t* lasts() const noexcept { return last_; }
    bool is_one_plain_block() const noexcept { return heads_ == nullptr; }
    /// First block at or behind `from` whose last docid is not below `target`; blocks() where there is none. Gallops.
    /// Adds the numbers looked at to `steps`.
    std::uint32_t find_block(std::uint32_t from, std::uint32_t target, std::uint64_t& steps) const noexcept {
        const std::uint32_t end = blocks();
        ++steps;
        if (from >= end || last_[from] >= target) {
            return from < end ? from : end;
        }
        return gallop(from, end, target, steps);
    }
    /// Writes 128 numbers whatever the block's size: those behind its postings repeat its last docid. Returns the
    /// number of postings; 0 for a damaged block (then all are no_docid). Docids ascend strictly, from behind the last
    /// docid of the block before up to last(block), and are below the number of documents.
    std::uint32_t decode(std::uint32_t block, std::uint32_t* docids) const noexcept;
    /// Postings below `docid` (rank): decodes one block at most. Those of a damaged block count as not below.
    std::uint32_t count_below(std::uint32_t docid, std::uint64_t& steps) const noexcept;
    /// Asks the memory for what decode() reads, without waiting for it; reads the block's head.
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

    const std::uint32_t* last_ = nullptr;  // blocks()
    const BlockHead* heads_ = nullptr;     // blocks(); null: one plain block
    const std::byte* bytes_ = nullptr;     // packed bytes, or the docids of a plain block
    std::uint32_t bytes_size_ = 0;
    std::uint32_t count_ = 0;
    std::uint32_t first_ = 0;
    std::uint32_t documents_ = 0;
};

/// Where the first of 128 ascending numbers stands that is not below `target`; 127 where only the last one may be.
/// Seven steps without a branch, whatever the numbers: unrolled, and in 64 bits, so that each is a conditional move.
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

/// The same with the impact of each posting and the greatest one of each block.
class PostingBlocks : public DocidBlocks {
public:
    std::uint8_t max_impact(std::uint32_t block) const noexcept { return heads_[block].max_impact; }
    /// 128 impacts; those behind the block's postings are unspecified. All are 1 for a damaged block.
    void decode_impacts(std::uint32_t block, std::uint8_t* impacts) const noexcept;
    /// Impact of the posting `index` (below size()) of a block alone: cheaper than decode_impacts() for a few of them.
    std::uint8_t impact(std::uint32_t block, std::uint32_t index) const noexcept;

private:
    const std::byte* packed_impacts(std::uint32_t block, std::uint64_t& available) const noexcept;
};

}  // namespace bizrec::format
