#include "bizrec/rank/candidates.hpp"

#include <algorithm>

namespace bizrec::search {

using format::block_postings;

namespace {

/// Whether the candidates are on average at least half a cache line of a bitmap apart. If they are closer, the hardware
/// prefetches the next line anyway.
bool are_scattered(const Candidates& candidates) noexcept {
    constexpr std::uint32_t documents_apart = 256;
    const std::uint32_t count = candidates.count;
    return count != 0 && (candidates.docid(count - 1) - candidates.docid(0)) / documents_apart >= count;
}

}  // namespace

void ListFilter::open(const format::TermLists& lists) noexcept {
    lists_ = &lists;
    block_ = 0;
    decoded_ = no_block;
    if (lists.is_plain()) {
        std::copy(lists.docids, lists.docids + lists.count, docids_.begin());
        std::fill(docids_.begin() + lists.count, docids_.end(), lists.docids[lists.count - 1]);
    }
}

/// First finds the blocks of all candidates, so that their memory is prefetched together. Then decodes them.
void ListFilter::keep_members(Candidates& candidates, std::uint64_t& visited) noexcept {
    visited += candidates.count;
    if (lists_->has_bitmap) {
        const format::PostingBitmap bitmap = lists_->bitmap;
        if (are_scattered(candidates)) {
            for (std::uint32_t i = 0; i < candidates.count; ++i) {
                bitmap.prefetch(candidates.docid(i));
            }
        }
        candidates.keep_if([&](std::uint8_t place) { return bitmap.test(candidates.docids[place]); });
        return;
    }
    if (lists_->is_plain()) {
        candidates.keep_if([&](std::uint8_t place) { return is_in_block(candidates.docids[place], 0, place); });
        return;
    }
    find_blocks(candidates, visited);
    candidates.keep_if([&](std::uint8_t place) {
        const std::uint32_t block = positions_[place];
        if (block != decoded_) {
            decoded_ = block;
            lists_->blocks.decode(block, docids_.data());
            ++visited;
        }
        return is_in_block(candidates.docids[place], block * block_postings, place);
    });
}

/// Leaves the block of each candidate in positions_. Drops candidates after the end of the list.
void ListFilter::find_blocks(Candidates& candidates, std::uint64_t& visited) noexcept {
    const format::PostingBlocks& blocks = lists_->blocks;
    for (std::uint32_t i = 0; i < candidates.count; ++i) {
        const std::uint32_t docid = candidates.docid(i);
        if (blocks.last(block_) < docid) {
            block_ = blocks.find_block(block_ + 1, docid, visited);
            if (block_ == blocks.blocks()) {
                block_ = blocks.blocks() - 1;
                candidates.count = i;
                return;
            }
            blocks.prefetch(block_);
        }
        positions_[candidates.places[i]] = block_;
    }
}

void ListFilter::prefetch_impacts(const Candidates& candidates) noexcept {
    if (!lists_->has_bitmap) {
        return;
    }
    const format::PostingBitmap& bitmap = lists_->bitmap;
    for (std::uint32_t i = 0; i < candidates.count; ++i) {
        bitmap.prefetch_rank(candidates.docid(i));
    }
    for (std::uint32_t i = 0; i < candidates.count; ++i) {
        const std::uint64_t rank = bitmap.rank(candidates.docid(i));
        positions_[candidates.places[i]] = static_cast<std::uint32_t>(rank);
        bitmap.prefetch_impact(rank);
    }
}

std::uint8_t ListFilter::impact(std::uint32_t place) const noexcept {
    const std::uint32_t position = positions_[place];
    if (lists_->has_bitmap) {
        return lists_->bitmap.impact_at(position);
    }
    return lists_->is_plain() ? lists_->impacts[position]
                              : lists_->blocks.impact(position / block_postings, position % block_postings);
}

}  // namespace bizrec::search
