#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lmdb_builder/memory/memory_block.hpp"
#include "lmdb_builder/sorting/run_entry.hpp"

namespace bizrec::builder {

/// The place of a run in its file.
struct SortedRun {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// The first 8 bytes of a sort key, big-endian, padded with NULs. They decide most comparisons.
std::uint64_t key_prefix(std::string_view key) noexcept;

/// (key, payload) pairs held in memory until they are sorted. Their bytes are in blocks that never move, so growing
/// copies nothing except the table of entries.
class SortArena {
public:
    struct Entry {
        std::uint64_t prefix = 0;  ///< key_prefix()
        const char* bytes = nullptr;

        RunEntry entry() const noexcept { return RunEntry(bytes); }
    };

    /// `largest_block`: maximum step by which the memory grows, except for entries that are larger themselves.
    explicit SortArena(std::size_t largest_block = MemoryBlock::huge_page_bytes) : largest_block_(largest_block) {}

    void add(std::string_view key, std::string_view payload);
    void sort();
    /// Removes the entries and keeps the memory for later entries.
    void reset() noexcept;
    /// Frees the memory.
    void clear();

    const Entry* begin() const noexcept { return table(); }
    const Entry* end() const noexcept { return table() + size_; }
    std::size_t size() const noexcept { return size_; }
    /// Bytes of all entries as a run.
    std::uint64_t content_bytes() const noexcept { return content_bytes_; }
    /// Memory in use, with the table. Memory kept by reset() counts only when it is used again.
    std::uint64_t bytes() const noexcept { return block_bytes_ + table_bytes_; }

private:
    Entry* table() const noexcept { return reinterpret_cast<Entry*>(table_.data()); }
    void grow_table();
    static constexpr std::size_t first_table_bytes = 32 * sizeof(Entry);
    char* allocate(std::size_t size);
    void open_block(std::size_t size);

    std::size_t largest_block_;
    std::vector<MemoryBlock> blocks_;
    std::size_t open_blocks_ = 0;           // number of used blocks, which come first in blocks_; the free ones follow
    MemoryBlock table_{first_table_bytes};  // of entries; grows without a copy, in steps of a quarter once it is large
    std::size_t size_ = 0;                  // entries
    std::size_t table_bytes_ = 0;           // bytes of table_ used since reset()
    std::size_t block_used_ = 0;            // of the last used block
    std::uint64_t block_bytes_ = 0, content_bytes_ = 0;
};

}  // namespace bizrec::builder
