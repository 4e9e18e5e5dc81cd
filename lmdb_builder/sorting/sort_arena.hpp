#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lmdb_builder/memory/memory_block.hpp"
#include "lmdb_builder/sorting/run_entry.hpp"

namespace bizrec::builder {

/// Where a run stands in its file.
struct SortedRun {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// First 8 bytes of a sort key, big-endian, padded with NULs: most comparisons end here.
std::uint64_t key_prefix(std::string_view key) noexcept;

/// (key, payload) pairs held in memory until they are sorted: bytes in blocks that never move, so that growing copies
/// nothing but the table of entries.
class SortArena {
public:
    struct Entry {
        std::uint64_t prefix = 0;  ///< key_prefix()
        const char* bytes = nullptr;

        RunEntry entry() const noexcept { return RunEntry(bytes); }
    };

    /// `largest_block`: what the memory grows by at most, but for entries that are larger themselves.
    explicit SortArena(std::size_t largest_block = MemoryBlock::huge_page_bytes) : largest_block_(largest_block) {}

    void add(std::string_view key, std::string_view payload);
    void sort();
    /// Forgets the entries and keeps the memory for the next ones.
    void reset() noexcept;
    /// Gives the memory back.
    void clear();

    const Entry* begin() const noexcept { return table(); }
    const Entry* end() const noexcept { return table() + size_; }
    std::size_t size() const noexcept { return size_; }
    /// Bytes of all entries, as a run has them.
    std::uint64_t content_bytes() const noexcept { return content_bytes_; }
    /// Memory in use, the table included; what reset() kept counts once it is used again.
    std::uint64_t bytes() const noexcept { return block_bytes_ + table_bytes_; }

private:
    Entry* table() const noexcept { return reinterpret_cast<Entry*>(table_.data()); }
    void grow_table();
    static constexpr std::size_t first_table_bytes = 32 * sizeof(Entry);
    char* allocate(std::size_t size);
    void open_block(std::size_t size);

    std::size_t largest_block_;
    std::vector<MemoryBlock> blocks_;
    std::size_t open_blocks_ = 0;           // of blocks_, the first ones; behind them those that wait for use
    MemoryBlock table_{first_table_bytes};  // of entries; grows without a copy, by a quarter at a time once it is large
    std::size_t size_ = 0;                  // entries
    std::size_t table_bytes_ = 0;           // of table_, those in use since reset()
    std::size_t block_used_ = 0;            // of the last open one
    std::uint64_t block_bytes_ = 0, content_bytes_ = 0;
};

}  // namespace bizrec::builder
