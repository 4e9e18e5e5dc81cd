#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "bizrec/format/key_table.hpp"

/// The posting lists of one term as they lie in the index: views for the server. How they are written:
/// format/term_list_builder.hpp. Byte by byte: docs/index-format.md.
///
/// A hostile file may hold anything: every view stays inside the bytes that it was given, and every docid it hands out
/// is below the number of documents; a damaged block comes out empty.
namespace bizrec::format {

inline constexpr std::uint32_t block_postings = 128;    ///< postings of a block
inline constexpr std::uint32_t inline_postings = 16;    ///< lists up to this long lie beside the term's slot
inline constexpr std::uint32_t grouped_postings = 512;  ///< lists from this long on are there a second time, by score
inline constexpr std::uint32_t bitmap_share = 64;       ///< lists of documents / 64 and more have a bitmap
inline constexpr std::uint32_t plain_group_postings = 32;  ///< groups up to this long are plain numbers
inline constexpr std::uint32_t no_docid = 0xFFFFFFFFU;

/// Head of one block as it lies in the file.
struct BlockHead {
    std::uint32_t at = 0;  ///< of its first packed byte, from the first one of all blocks; a multiple of 16
    std::uint8_t docid_bits = 0;
    std::uint8_t impact_bits = 0;
    std::uint8_t least_impact = 0;
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

/// The documents of a frequent term grouped by what it gives to a score, best first.
class ScoreGroups {
public:
    std::uint32_t groups() const noexcept { return groups_; }
    /// impact << quality_level_bits | quality_level; strictly descending.
    std::uint16_t key(std::uint32_t group) const noexcept { return keys_[group]; }
    /// Documents of a group, at least 1 in a sound file.
    std::uint32_t count(std::uint32_t group) const noexcept { return counts_[group]; }
    /// The group's documents, ascending; none where the file is damaged.
    DocidBlocks docids(std::uint32_t group) const noexcept;

private:
    friend class TermListReader;
    const std::uint32_t* counts_ = nullptr;   // groups_
    const std::uint32_t* offsets_ = nullptr;  // groups_: of each group's first byte, from bytes_
    const std::uint16_t* keys_ = nullptr;     // groups_
    const std::byte* bytes_ = nullptr;
    std::uint32_t bytes_size_ = 0;
    std::uint32_t groups_ = 0;
    std::uint32_t documents_ = 0;
};

/// Postings before 512 documents, and in them before each 64 (Vigna, "Broadword implementation of rank/select queries",
/// 2008): nine bits each for the second to the eighth word.
struct BitmapRank {
    std::uint64_t before = 0;
    std::uint64_t within = 0;
};

/// Which documents hold a very frequent term, one bit each, and the impacts in docid order.
class PostingBitmap {
public:
    /// `docid` < documents.
    bool test(std::uint32_t docid) const noexcept { return (words_[docid / 64] >> (docid % 64) & 1U) != 0; }
    /// Impact of a document for which test() holds.
    std::uint8_t impact(std::uint32_t docid) const noexcept {
        return impacts_ == nullptr ? same_impact_ : impact_at(rank(docid));
    }
    /// Of the posting with this rank; any number.
    std::uint8_t impact_at(std::uint64_t rank) const noexcept {
        return impacts_ != nullptr && rank < count_ ? impacts_[rank] : same_impact_;
    }
    /// Asks the memory for what test() reads, without waiting.
    void prefetch(std::uint32_t docid) const noexcept { __builtin_prefetch(words_ + docid / 64); }
    /// Ask the memory for what rank() and impact_at() read, without waiting.
    void prefetch_rank(std::uint32_t docid) const noexcept { __builtin_prefetch(ranks_ + docid / 512); }
    void prefetch_impact(std::uint64_t rank) const noexcept {
        if (impacts_ != nullptr && rank < count_) {
            __builtin_prefetch(impacts_ + rank);
        }
    }
    /// Postings below `docid` (< documents).
    std::uint64_t rank(std::uint32_t docid) const noexcept {
        const BitmapRank& block = ranks_[docid / 512];
        const std::uint32_t word = docid / 64 % 8;
        const std::uint64_t within = word == 0 ? 0 : block.within >> (9 * (word - 1)) & 511U;
        return block.before + within + ones(words_[docid / 64] & ((std::uint64_t{1} << docid % 64) - 1));
    }
    /// Postings below any docid.
    std::uint64_t count_below(std::uint32_t docid) const noexcept { return docid < documents_ ? rank(docid) : count_; }
    const std::uint64_t* words() const noexcept { return words_; }  ///< ceil(documents / 64); bits behind are zero

    /// Number of bits set. Without -mpopcnt the compiler's own would be a call.
    static std::uint64_t ones(std::uint64_t bits) noexcept {
        bits -= bits >> 1 & 0x5555555555555555U;
        bits = (bits & 0x3333333333333333U) + (bits >> 2 & 0x3333333333333333U);
        return ((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FU) * 0x0101010101010101U >> 56;
    }

private:
    friend class TermListReader;
    const std::uint64_t* words_ = nullptr;
    const BitmapRank* ranks_ = nullptr;      // for each 512 documents
    const std::uint8_t* impacts_ = nullptr;  // count_ of them; null: all are same_impact_
    std::uint32_t count_ = 0;
    std::uint32_t documents_ = 0;
    std::uint8_t same_impact_ = 0;
};

/// All lists of one term.
struct TermLists {
    std::uint32_t count = 0;           ///< documents of the term (df); 0: the term is not there
    std::uint16_t idf_sixteenths = 0;  ///< format/impact.hpp
    std::uint8_t max_impact = 0;
    bool has_groups = false;
    bool has_bitmap = false;
    /// Short lists (count <= block_postings) are plain arrays; then `blocks` is empty. Docids are checked: ascending,
    /// below the number of documents.
    const std::uint32_t* docids = nullptr;
    const std::uint8_t* impacts = nullptr;
    PostingBlocks blocks;  ///< count > block_postings
    ScoreGroups groups;
    PostingBitmap bitmap;

    bool is_plain() const noexcept { return docids != nullptr; }
};

/// Where the bytes of the `postings` section lie.
struct PostingChunks {
    struct Chunk {
        const std::byte* bytes = nullptr;
        std::size_t size = 0;
    };
    const Chunk* chunks = nullptr;
    std::size_t count = 0;
    std::uint32_t documents = 0;
};

/// The lists of a term found in the `terms` table. A damaged entry gives an empty term.
TermLists read_term(const KeyEntry& entry, const PostingChunks& postings) noexcept;

}  // namespace bizrec::format
