#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "bizrec/format/term_lists.hpp"
#include "bizrec/place/ranges.hpp"

namespace bizrec::search {

/// Walks the docids of one list inside ranges, one block at a time. Seeks once for each range, and visits only blocks
/// that may have docids in a range. Visits a block once for each range in which it may have docids.
///
///     walk.open(...);
///     while (walk.next(visited)) {
///         if (walk.max_impact() is worth it && walk.load(visited)) { … walk.docids()[0 .. walk.size()) … }
///     }
class PostingWalk {
public:
    /// Walks all of `lists`. The arguments must live as long as the walk.
    void open(const format::TermLists& lists, const place::Ranges& ranges) noexcept;
    /// Walks docids alone, from `from` on. impacts() and max_impact() must not be called.
    void open(const format::DocidBlocks& blocks, const place::Ranges& ranges, std::uint32_t from) noexcept;

    /// Moves to the next pair of a block and a range. Returns false at the end.
    bool next(std::uint64_t& visited) noexcept;
    /// A lower bound for the docids of the current block inside the current range, and for all later docids.
    std::uint32_t min_docid() const noexcept { return std::max(begin_, after_previous_); }
    std::uint8_t max_impact() const noexcept {
        return lists_->is_plain() ? lists_->max_impact : lists_->blocks.max_impact(block_);
    }
    /// Decodes the block, and sets docids() and impacts() to its part in the range. Returns false if the part is empty.
    bool load(std::uint64_t& visited) noexcept;
    const std::uint32_t* docids() const noexcept { return docids_ + first_; }
    std::uint32_t size() const noexcept { return end_ - first_; }
    const std::uint8_t* impacts() noexcept;

private:
    static constexpr std::uint32_t no_block = 0xFFFFFFFFU;

    void start(const place::Ranges& ranges, std::uint32_t from) noexcept;
    /// Moves to the first range, from `from` on, that ends after `docid`, and to the first block, from `block` on, that
    /// may have docids in that range. Returns false if there is no such range or block.
    bool enter_range(const place::Range* from, std::uint32_t docid, std::uint32_t block,
                     std::uint64_t& visited) noexcept;
    std::uint32_t likely_block() const noexcept;
    std::uint32_t last() const noexcept { return blocks_ == nullptr ? docids_[count_ - 1] : blocks_->last(block_); }

    const format::TermLists* lists_ = nullptr;
    const format::DocidBlocks* blocks_ = nullptr;  // null: a plain list, treated as one block
    const place::Range* range_ = nullptr;
    const place::Range* ranges_end_ = nullptr;
    const std::uint32_t* docids_ = nullptr;
    std::uint32_t count_ = 0;  // documents of the loaded block
    std::uint32_t first_ = 0, end_ = 0;
    std::uint32_t block_ = no_block;
    std::uint32_t from_ = 0;
    std::uint32_t begin_ = 0;           // the range's begin, or from_ if that is greater
    std::uint32_t after_previous_ = 0;  // one more than the last docid of the previous block
    std::uint32_t loaded_block_ = no_block, impacts_block_ = no_block;
    std::array<std::uint32_t, format::block_postings> block_docids_;
    std::array<std::uint8_t, format::block_postings> block_impacts_;
};

}  // namespace bizrec::search
