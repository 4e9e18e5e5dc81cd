#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "bizrec/format/docid_blocks.hpp"
#include "bizrec/format/key_table.hpp"

/// The posting lists of one term as they lie in the index: views for the server. How they are written:
/// format/term_list_builder.hpp. Byte by byte: docs/index-format.md.
///
/// A hostile file may hold anything: every view stays inside the bytes that it was given, and every docid it hands out
/// is below the number of documents; a damaged block comes out empty.
namespace bizrec::format {

inline constexpr std::uint32_t inline_postings = 16;    ///< lists up to this long lie next to the term's slot
inline constexpr std::uint32_t grouped_postings = 512;  ///< lists from this long on are there a second time, by score
inline constexpr std::uint32_t bitmap_share = 64;       ///< lists of documents / 64 and more have a bitmap

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
    std::uint8_t rival = 0;  ///< of a word of the vocabulary: what its best neighbour is worth, format/rival.hpp
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
