#include "lmdb_builder/build/sort_arena.hpp"

#include <algorithm>
#include <cstring>

namespace bizrec::builder {
namespace {

constexpr std::size_t first_block_bytes = 4U << 10;
constexpr std::size_t largest_block_bytes = 1U << 20;

std::uint64_t prefix_of(std::string_view key) noexcept {
    std::uint64_t prefix = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        prefix = prefix << 8 | (i < key.size() ? static_cast<unsigned char>(key[i]) : 0U);
    }
    return prefix;
}

bool entry_before(const SortArena::Entry& a, const SortArena::Entry& b) noexcept {
    if (a.prefix != b.prefix) {
        return a.prefix < b.prefix;
    }
    const int order = a.key().compare(b.key());
    return order != 0 ? order < 0 : a.payload() < b.payload();
}

}  // namespace

char* SortArena::allocate(std::size_t size) {
    if (blocks_.empty() || block_size_ - block_used_ < size) {
        const std::size_t grown = blocks_.empty() ? first_block_bytes : std::min(block_size_ * 2, largest_block_bytes);
        block_size_ = std::max(size, grown);
        blocks_.push_back(std::unique_ptr<char[]>(new char[block_size_]));
        block_bytes_ += block_size_;
        block_used_ = 0;
    }
    char* place = blocks_.back().get() + block_used_;
    block_used_ += size;
    return place;
}

void SortArena::add(std::string_view key, std::string_view payload) {
    char* bytes = allocate(key.size() + payload.size());
    if (!key.empty()) {
        std::memcpy(bytes, key.data(), key.size());
    }
    if (!payload.empty()) {
        std::memcpy(bytes + key.size(), payload.data(), payload.size());
    }
    entries_.push_back(
        {prefix_of(key), bytes, static_cast<std::uint32_t>(key.size()), static_cast<std::uint32_t>(payload.size())});
}

void SortArena::sort() {
    std::sort(entries_.begin(), entries_.end(), entry_before);
}

void SortArena::clear() {
    blocks_.clear();
    entries_ = {};
    block_size_ = block_used_ = 0;
    block_bytes_ = 0;
}

}  // namespace bizrec::builder
