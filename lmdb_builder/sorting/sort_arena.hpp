#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "lmdb_builder/sorting/run_entry.hpp"

namespace bizrec::builder {

/// Uninitialised bytes. Large blocks are separate maps, with huge pages if the system has them. When freed they return
/// to the system at once, whichever thread used them. malloc's arenas do not guarantee this.
class MemoryBlock {
public:
    static constexpr std::size_t min_map_bytes = 128U << 10;
    static constexpr std::size_t huge_page_bytes = 2U << 20;

    /// `size` > 0. Throws std::bad_alloc.
    explicit MemoryBlock(std::size_t size);
    MemoryBlock(MemoryBlock&& other) noexcept
        : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    MemoryBlock& operator=(MemoryBlock&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~MemoryBlock();

    /// Keeps the first bytes, up to the smaller size. A map grows in place or moves without a copy. Throws
    /// std::bad_alloc and then changes nothing.
    void resize(std::size_t size);

    char* data() const noexcept { return bytes_; }
    std::size_t size() const noexcept { return size_; }

private:
    char* bytes_;
    std::size_t size_;
};

/// The place of a run in its file.
struct SortedRun {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// The first 8 bytes of a sort key as a big-endian number; a shorter key is filled up with NULs. These numbers are
/// compared first, because they decide most comparisons.
std::uint64_t key_prefix(std::string_view key) noexcept;

/// (key, payload) pairs in memory, added in any order and then sorted. Their bytes are in blocks that never move, so
/// growing copies only the table of entries, and not even this once it is large.
class SortArena {
public:
    struct Entry {
        std::uint64_t prefix = 0;  ///< key_prefix()
        const char* bytes = nullptr;

        RunEntry entry() const noexcept { return RunEntry(bytes); }
    };

    /// `largest_block`: maximum size of a block; only a larger entry gets a larger block.
    explicit SortArena(std::size_t largest_block = MemoryBlock::huge_page_bytes) : largest_block_(largest_block) {}

    void add(std::string_view key, std::string_view payload);
    void sort();
    /// Removes the entries. Keeps the memory for later entries.
    void reset() noexcept;
    /// Removes the entries and frees the memory.
    void clear();

    /// The entries: before sort() in the order of add(), after sort() in sorted order.
    const Entry* begin() const noexcept { return table(); }
    const Entry* end() const noexcept { return table() + size_; }
    std::size_t size() const noexcept { return size_; }
    /// The size of a run with all entries.
    std::uint64_t content_bytes() const noexcept { return content_bytes_; }
    /// Memory in use: blocks and table. Memory kept by reset() is not included until it is used again.
    std::uint64_t bytes() const noexcept { return block_bytes_ + table_bytes_; }

private:
    Entry* table() const noexcept { return reinterpret_cast<Entry*>(table_.data()); }
    void grow_table();
    static constexpr std::size_t first_table_bytes = 32 * sizeof(Entry);
    char* allocate(std::size_t size);
    void open_block(std::size_t size);

    std::size_t largest_block_;
    std::vector<MemoryBlock> blocks_;
    std::size_t open_blocks_ = 0;  // number of used blocks; they come first in blocks_
    // The table of entries. Once it is large, it grows by a quarter at a time, without a copy.
    MemoryBlock table_{first_table_bytes};
    std::size_t size_ = 0;         // number of entries
    std::size_t table_bytes_ = 0;  // bytes of table_ that count as used since reset()
    std::size_t block_used_ = 0;   // used bytes of the last used block
    std::uint64_t block_bytes_ = 0, content_bytes_ = 0;
};

}  // namespace bizrec::builder
