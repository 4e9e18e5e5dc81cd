#include "lmdb_builder/sorting/sort_arena.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace bizrec::builder {
namespace {

constexpr std::size_t first_block_bytes = 4U << 10;

bool entry_before(const SortArena::Entry& a, const SortArena::Entry& b) noexcept {
    if (a.prefix != b.prefix) {
        return a.prefix < b.prefix;
    }
    const RunEntry left = a.entry(), right = b.entry();
    const int order = left.key().compare(right.key());
    return order != 0 ? order < 0 : left.payload() < right.payload();
}

}  // namespace

std::uint64_t key_prefix(std::string_view key) noexcept {
    std::uint64_t prefix = 0;
    if (key.size() >= sizeof prefix) {
        std::memcpy(&prefix, key.data(), sizeof prefix);
        return __builtin_bswap64(prefix);
    }
    for (std::size_t i = 0; i < sizeof prefix; ++i) {
        prefix = prefix << 8 | (i < key.size() ? static_cast<unsigned char>(key[i]) : 0U);
    }
    return prefix;
}

void SortArena::open_block(std::size_t size) {
    while (open_blocks_ < blocks_.size() && blocks_[open_blocks_].size() < size) {
        blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(open_blocks_));
    }
    if (open_blocks_ == blocks_.size()) {
        const std::size_t grown =
            blocks_.empty() ? first_block_bytes : std::min(blocks_.back().size() * 2, largest_block_);
        blocks_.emplace_back(std::max(size, grown));
    }
    block_bytes_ += blocks_[open_blocks_++].size();
    block_used_ = 0;
}

char* SortArena::allocate(std::size_t size) {
    if (open_blocks_ == 0 || blocks_[open_blocks_ - 1].size() - block_used_ < size) {
        open_block(size);
    }
    char* place = blocks_[open_blocks_ - 1].data() + block_used_;
    block_used_ += size;
    return place;
}

void SortArena::add(std::string_view key, std::string_view payload) {
    const RunEntryHead head = RunEntryHead::of(key, payload);
    char* bytes = allocate(head.entry_bytes());
    std::memcpy(bytes, &head, sizeof head);
    if (!key.empty()) {
        std::memcpy(bytes + sizeof head, key.data(), key.size());
    }
    if (!payload.empty()) {
        std::memcpy(bytes + sizeof head + key.size(), payload.data(), payload.size());
    }
    content_bytes_ += head.entry_bytes();
    if ((size_ + 1) * sizeof(Entry) > table_bytes_) {
        grow_table();
    }
    new (table() + size_++) Entry{key_prefix(key), bytes};
}

void SortArena::grow_table() {
    const std::size_t step = table_bytes_ < MemoryBlock::min_map_bytes ? table_bytes_ : table_bytes_ / 4;
    const std::size_t wanted = std::max(table_bytes_ + step, first_table_bytes);
    if (wanted > table_.size()) {
        table_.resize(wanted);
    }
    table_bytes_ = wanted;
}

void SortArena::sort() {
    std::sort(table(), table() + size_, entry_before);
}

void SortArena::reset() noexcept {
    size_ = table_bytes_ = 0;
    open_blocks_ = 0;
    block_used_ = 0;
    block_bytes_ = content_bytes_ = 0;
}

void SortArena::clear() {
    reset();
    blocks_.clear();
    table_ = MemoryBlock(first_table_bytes);
}

}  // namespace bizrec::builder
