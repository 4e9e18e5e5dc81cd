#include "bizrec/postings/posting_walk.hpp"

#include "bizrec/postings/list_cursor.hpp"

namespace bizrec::search {

void PostingWalk::open(const format::TermLists& lists, const place::Ranges& ranges) noexcept {
    lists_ = &lists;
    blocks_ = lists.is_plain() ? nullptr : &lists.blocks;
    docids_ = lists.is_plain() ? lists.docids : block_docids_.data();
    count_ = lists.is_plain() ? lists.count : 0;
    start(ranges, 0);
    if (lists.count == 0) {
        range_ = ranges_end_;
    }
}

void PostingWalk::open(const format::DocidBlocks& blocks, const place::Ranges& ranges, std::uint32_t from) noexcept {
    lists_ = nullptr;
    blocks_ = &blocks;
    docids_ = block_docids_.data();
    count_ = 0;
    start(ranges, from);
}

void PostingWalk::start(const place::Ranges& ranges, std::uint32_t from) noexcept {
    range_ = ranges.data();
    ranges_end_ = ranges.data() + ranges.size();
    first_ = end_ = 0;
    block_ = loaded_block_ = impacts_block_ = no_block;
    from_ = from;
    after_previous_ = 0;
}

bool PostingWalk::enter_range(const place::Range* from, std::uint32_t docid, std::uint32_t block,
                              std::uint64_t& visited) noexcept {
    range_ = std::upper_bound(from, ranges_end_, docid,
                              [](std::uint32_t d, const place::Range& range) { return d < range.end; });
    if (range_ == ranges_end_) {
        return false;
    }
    begin_ = std::max(range_->begin, from_);
    if (blocks_ == nullptr) {
        block_ = 0;
        ++visited;
        return begin_ <= last();
    }
    block_ = blocks_->find_block(block == 0 ? likely_block() : block, begin_, visited);
    after_previous_ = block_ == 0 ? 0 : blocks_->last(block_ - 1) + 1;
    return block_ < blocks_->blocks();
}

/// A block at which the search for begin_ may start, because all postings of earlier blocks are below begin_. The rank
/// of a bitmap gives this block without a search through the heads of a long list. The rank of a hostile file may be
/// wrong, so the block is checked. Block 0 is always right.
std::uint32_t PostingWalk::likely_block() const noexcept {
    if (lists_ == nullptr || !lists_->has_bitmap) {
        return 0;
    }
    const std::uint64_t at = lists_->bitmap.count_below(begin_) / format::block_postings;
    const auto block = static_cast<std::uint32_t>(std::min<std::uint64_t>(at, blocks_->blocks() - 1));
    return block == 0 || blocks_->last(block - 1) < begin_ ? block : 0;
}

bool PostingWalk::next(std::uint64_t& visited) noexcept {
    if (range_ == ranges_end_) {
        return false;
    }
    if (block_ == no_block) {
        return enter_range(range_, from_, 0, visited);
    }
    const std::uint32_t here = last();
    if (here < range_->end - 1) {
        after_previous_ = here + 1;
        ++block_;
        return blocks_ != nullptr && block_ < blocks_->blocks();
    }
    return enter_range(range_ + 1, after_previous_, block_, visited);
}

bool PostingWalk::load(std::uint64_t& visited) noexcept {
    if (blocks_ != nullptr && loaded_block_ != block_) {
        loaded_block_ = block_;
        count_ = blocks_->decode(block_, block_docids_.data());
        ++visited;
    }
    first_ = lower_index(docids_, count_, begin_);
    end_ = first_ + lower_index(docids_ + first_, count_ - first_, range_->end);
    visited += end_ - first_;
    return first_ < end_;
}

const std::uint8_t* PostingWalk::impacts() noexcept {
    if (blocks_ == nullptr) {
        return lists_->impacts + first_;
    }
    if (impacts_block_ != block_) {
        impacts_block_ = block_;
        lists_->blocks.decode_impacts(block_, block_impacts_.data());
    }
    return block_impacts_.data() + first_;
}

}  // namespace bizrec::search
