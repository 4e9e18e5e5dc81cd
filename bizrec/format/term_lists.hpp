#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "bizrec/format/docid_blocks.hpp"
#include "bizrec/format/impact.hpp"
#include "bizrec/format/key_table.hpp"

/// Read-only views of the posting lists of one term, for the server. The writer: format/term_list_builder.hpp. Byte by
/// byte: docs/index-format.md.
///
/// A hostile file may hold anything. Every view stays inside the bytes that it was given, and every docid that it
/// decodes is below the number of documents. A damaged block is empty.
namespace bizrec::format {

/// Lists up to this long are in the key table, not in the section `postings`.
inline constexpr std::uint32_t inline_postings = 16;
inline constexpr std::uint32_t grouped_postings = 512;  ///< lists from this length on are also stored by score
inline constexpr std::uint32_t bitmap_share = 64;       ///< long lists of at least documents / 64 have a bitmap

/// The documents of a frequent term, grouped by the term's contribution to the score, best first.
class ScoreGroups {
public:
    std::uint32_t groups() const noexcept { return groups_; }
    /// impact << quality_level_bits | quality_level; strictly descending.
    std::uint16_t key(std::uint32_t group) const noexcept { return keys_[group]; }
    /// The impact of every document of the group. In the list of a pair: the sum of the impacts of both words.
    std::uint16_t impact(std::uint32_t group) const noexcept { return keys_[group] >> quality_level_bits; }
    /// The lowest quality in the group's quality level. All documents of a group have the same level.
    std::uint8_t quality(std::uint32_t group) const noexcept {
        const std::uint32_t level = keys_[group] & ((1U << quality_level_bits) - 1);
        return static_cast<std::uint8_t>(level << (8 - quality_level_bits));
    }
    /// Number of documents of a group, at least 1 in a sound file.
    std::uint32_t count(std::uint32_t group) const noexcept { return counts_[group]; }
    /// The group's documents, ascending; empty if the group's count or offset is damaged.
    DocidBlocks docids(std::uint32_t group) const noexcept;

private:
    friend class TermListReader;
    const std::uint32_t* counts_ = nullptr;   // number of documents of each group
    const std::uint32_t* offsets_ = nullptr;  // offset of each group's first byte from bytes_
    const std::uint16_t* keys_ = nullptr;     // key of each group
    const std::byte* bytes_ = nullptr;
    std::uint32_t bytes_size_ = 0;
    std::uint32_t groups_ = 0;
    std::uint32_t documents_ = 0;
};

/// The ranks in a block of 512 documents, which are eight words of 64 bits (Vigna, "Broadword implementation of
/// rank/select queries", 2008). `before`: the number of postings before the block. `within`: for each word except the
/// first, nine bits with the number of postings of the block before this word.
struct BitmapRank {
    std::uint64_t before = 0;
    std::uint64_t within = 0;
};

/// The documents of a very frequent term, one bit each, and the impacts in docid order.
class PostingBitmap {
public:
    /// `docid` < documents.
    bool test(std::uint32_t docid) const noexcept { return (words_[docid / 64] >> (docid % 64) & 1U) != 0; }
    /// Impact of a document for which test() holds.
    std::uint8_t impact(std::uint32_t docid) const noexcept {
        return impacts_ == nullptr ? same_impact_ : impact_at(rank(docid));
    }
    /// Impact of the posting with this rank. For a rank beyond the list, the result has no meaning, but no byte outside
    /// the list is read.
    std::uint8_t impact_at(std::uint64_t rank) const noexcept {
        return impacts_ != nullptr && rank < count_ ? impacts_[rank] : same_impact_;
    }
    /// Prefetches what test() reads.
    void prefetch(std::uint32_t docid) const noexcept { __builtin_prefetch(words_ + docid / 64); }
    /// Prefetches what rank() reads in addition to test().
    void prefetch_rank(std::uint32_t docid) const noexcept { __builtin_prefetch(ranks_ + docid / 512); }
    /// Prefetches what impact_at() reads.
    void prefetch_impact(std::uint64_t rank) const noexcept {
        if (impacts_ != nullptr && rank < count_) {
            __builtin_prefetch(impacts_ + rank);
        }
    }
    /// Number of postings below `docid` (< documents).
    std::uint64_t rank(std::uint32_t docid) const noexcept {
        const BitmapRank& block = ranks_[docid / 512];
        const std::uint32_t word = docid / 64 % 8;
        const std::uint64_t within = word == 0 ? 0 : block.within >> (9 * (word - 1)) & 511U;
        return block.before + within + ones(words_[docid / 64] & ((std::uint64_t{1} << docid % 64) - 1));
    }
    /// Number of postings below `docid`, which may be any number.
    std::uint64_t count_below(std::uint32_t docid) const noexcept { return docid < documents_ ? rank(docid) : count_; }
    /// The bits of the documents, in ceil(documents / 64) words; unused bits at the end are zero.
    const std::uint64_t* words() const noexcept { return words_; }

    /// Number of bits set. Without -mpopcnt, the compiler's builtin would be a function call.
    static std::uint64_t ones(std::uint64_t bits) noexcept {
        bits -= bits >> 1 & 0x5555555555555555U;
        bits = (bits & 0x3333333333333333U) + (bits >> 2 & 0x3333333333333333U);
        return ((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FU) * 0x0101010101010101U >> 56;
    }

private:
    friend class TermListReader;
    const std::uint64_t* words_ = nullptr;
    const BitmapRank* ranks_ = nullptr;      // one for each 512 documents
    const std::uint8_t* impacts_ = nullptr;  // of each posting; null: all are same_impact_
    std::uint32_t count_ = 0;
    std::uint32_t documents_ = 0;
    std::uint8_t same_impact_ = 0;
};

/// All lists of one term.
struct TermLists {
    std::uint32_t count = 0;           ///< documents of the term (df); 0: there is no such term
    std::uint16_t idf_sixteenths = 0;  ///< see format/impact.hpp
    std::uint8_t max_impact = 0;
    std::uint8_t rival = 0;  ///< the rival byte (format/rival.hpp) of a word of the vocabulary; otherwise 0
    bool has_groups = false;
    bool has_bitmap = false;
    /// Short lists (count <= block_postings) are plain arrays; then `blocks` is empty. Docids are checked: they ascend
    /// and are below the number of documents.
    const std::uint32_t* docids = nullptr;
    const std::uint8_t* impacts = nullptr;
    PostingBlocks blocks;  ///< the list, if count > block_postings
    ScoreGroups groups;
    PostingBitmap bitmap;

    bool is_plain() const noexcept { return docids != nullptr; }
    /// Whether both are views of one list in the file.
    bool is_same_list(const TermLists& other) const noexcept {
        return count == other.count && docids == other.docids && blocks.lasts() == other.blocks.lasts();
    }
};

/// The chunks of the `postings` section.
struct PostingChunks {
    struct Chunk {
        const std::byte* bytes = nullptr;
        std::size_t size = 0;
    };
    const Chunk* chunks = nullptr;
    std::size_t count = 0;
    std::uint32_t documents = 0;
};

/// Reads the lists of a term found in the `terms` table. A damaged entry gives an empty term.
TermLists read_term(const KeyEntry& entry, const PostingChunks& postings) noexcept;

}  // namespace bizrec::format
