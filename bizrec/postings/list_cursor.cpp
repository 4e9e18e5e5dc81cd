#include "bizrec/postings/list_cursor.hpp"

#include <algorithm>

namespace bizrec::search {

void ListCursor::open(const format::TermLists& lists) noexcept {
    lists_ = &lists;
    at_ = block_ = 0;
    impacts_block_ = no_block;
    if (lists.is_plain()) {
        docids_ = lists.docids;
        size_ = lists.count;
        blocks_ = size_ == 0 ? 0 : 1;
        loaded_block_ = 0;
    } else {
        docids_ = block_docids_.data();
        size_ = 0;
        blocks_ = lists.blocks.blocks();
        loaded_block_ = no_block;
    }
}

bool ListCursor::approach(std::uint32_t target, std::uint64_t& visited) noexcept {
    ++visited;
    if (block_ >= blocks_) {
        return false;
    }
    if (lists_->is_plain()) {
        block_ = last() < target ? 1 : 0;
    } else if (lists_->blocks.last(block_) < target) {
        block_ = lists_->blocks.find_block(block_ + 1, target, visited);
    }
    return block_ < blocks_;
}

void ListCursor::load() noexcept {
    loaded_block_ = block_;
    size_ = lists_->blocks.decode(block_, block_docids_.data());
    at_ = 0;
}

bool ListCursor::seek(std::uint32_t target, std::uint64_t& visited) noexcept {
    while (approach(target, visited)) {
        if (loaded_block_ != block_) {
            load();
        }
        if (at_ < size_ && docids_[at_] >= target) {
            return true;
        }
        at_ += lower_index(docids_ + at_, size_ - at_, target);
        if (at_ < size_) {
            return true;
        }
        ++block_;  // the block is damaged
    }
    return false;
}

std::uint32_t ListCursor::min_docid() const noexcept {
    if (block_ >= blocks_) {
        return format::no_docid;
    }
    if (loaded_block_ == block_ && at_ < size_) {
        return docids_[at_];
    }
    return block_ == 0 ? 0 : lists_->blocks.last(block_ - 1) + 1;
}

const std::uint8_t* ListCursor::impacts() noexcept {
    if (lists_->is_plain()) {
        return lists_->impacts + at_;
    }
    if (impacts_block_ != loaded_block_) {
        impacts_block_ = loaded_block_;
        lists_->blocks.decode_impacts(loaded_block_, block_impacts_.data());
    }
    return block_impacts_.data() + at_;
}

BlocksAhead ListCursor::blocks_below(std::uint32_t end, std::uint64_t& visited) const noexcept {
    if (lists_->is_plain()) {
        return {lists_->count, lists_->max_impact};
    }
    const format::PostingBlocks& blocks = lists_->blocks;
    BlocksAhead ahead{format::block_postings, blocks.max_impact(block_)};
    for (std::uint32_t block = block_; blocks.last(block) < end - 1 && ++block < blocks_; ++visited) {
        ahead.max_impact = std::max(ahead.max_impact, blocks.max_impact(block));
        ahead.postings += format::block_postings;
    }
    return ahead;
}

}  // namespace bizrec::search
