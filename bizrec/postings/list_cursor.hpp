#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bizrec/format/term_lists.hpp"

namespace bizrec::search {

/// The index of the first of `size` ascending numbers that is not below `target`. A binary search without branches.
inline std::uint32_t lower_index(const std::uint32_t* numbers, std::uint32_t size, std::uint32_t target) noexcept {
    const std::uint32_t* low = numbers;
    while (size > 1) {
        const std::uint32_t half = size / 2;
        low += low[half - 1] < target ? half : 0;
        size -= half;
    }
    return static_cast<std::uint32_t>(low - numbers) + (size == 1 && *low < target ? 1U : 0U);
}

/// Upper bounds for a part of a list: its number of postings, and its greatest impact.
struct BlocksAhead {
    std::uint32_t postings = 0;
    std::uint8_t max_impact = 0;
};

/// Looks documents up in one term's lists, in ascending order between two calls of open(). Uses the bitmap if the lists
/// have one, otherwise keeps one block decoded. Bytes of a hostile file may break the order of docids: then answers are
/// wrong, but no access leaves the list. A copy, or a cursor that a growing vector has moved, must be opened again.
class ListCursor {
public:
    /// `lists` must live as long as the cursor is used.
    void open(const format::TermLists& lists) noexcept;

    /// Whether the list has the document. `docid` must be below the number of documents, and not below the docid of the
    /// previous call.
    bool contains(std::uint32_t docid, std::uint64_t& visited) noexcept {
        if (lists_->has_bitmap) {
            ++visited;
            return lists_->bitmap.test(docid);
        }
        return seek(docid, visited) && docids_[at_] == docid;
    }
    /// The impact of the document for which contains() has just returned true.
    std::uint8_t impact(std::uint32_t docid) noexcept {
        return lists_->has_bitmap ? lists_->bitmap.impact(docid) : impacts()[0];
    }

    /// A lower bound on the docid of the first posting after `docid`; format::no_docid if there is none.
    /// contains(docid) must just have returned false.
    std::uint32_t min_docid_after(std::uint32_t docid) const noexcept {
        return lists_->has_bitmap ? docid + 1 : min_docid();
    }

    /// Moves to the block that would hold `target`, without decoding it. Returns false if the list ends before
    /// `target`. Targets must ascend.
    bool approach(std::uint32_t target, std::uint64_t& visited) noexcept;
    /// Upper bounds for the postings in [target, end), from the heads of blocks. Call it after approach(target) has
    /// returned true.
    BlocksAhead blocks_below(std::uint32_t end, std::uint64_t& visited) const noexcept;
    /// A lower bound on the next posting's docid; format::no_docid after the end of the list.
    std::uint32_t min_docid() const noexcept;

    /// Moves to the first posting that is not below `target`; returns false if there is none. Targets must ascend.
    bool seek(std::uint32_t target, std::uint64_t& visited) noexcept;
    /// The postings from the current one to the end of its block, at least one. Call after seek() has returned true.
    const std::uint32_t* docids() const noexcept { return docids_ + at_; }
    const std::uint8_t* impacts() noexcept;
    std::uint32_t size() const noexcept { return size_ - at_; }
    /// The last docid of the block in docids().
    std::uint32_t last() const noexcept { return docids_[size_ - 1]; }

private:
    static constexpr std::uint32_t no_block = 0xFFFFFFFFU;

    void load() noexcept;

    const format::TermLists* lists_ = nullptr;
    const std::uint32_t* docids_ = nullptr;  // of the loaded block, or the plain list
    std::uint32_t size_ = 0;
    std::uint32_t at_ = 0;
    std::uint32_t block_ = 0;
    std::uint32_t blocks_ = 0;
    std::uint32_t loaded_block_ = no_block;
    std::uint32_t impacts_block_ = no_block;
    std::array<std::uint32_t, format::block_postings> block_docids_;
    std::array<std::uint8_t, format::block_postings> block_impacts_;
};

}  // namespace bizrec::search
