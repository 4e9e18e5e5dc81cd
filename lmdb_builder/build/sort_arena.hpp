#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// Where a run stands in its file.
struct SortedRun {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// (key, payload) pairs held in memory until they are sorted: bytes in blocks that never move, so that growing copies
/// nothing but the table of entries.
class SortArena {
public:
    struct Entry {
        std::uint64_t prefix = 0;  ///< first 8 bytes of the key, big-endian: most comparisons end here
        const char* bytes = nullptr;
        std::uint32_t key_length = 0;
        std::uint32_t payload_length = 0;

        std::string_view key() const noexcept { return {bytes, key_length}; }
        std::string_view payload() const noexcept { return {bytes + key_length, payload_length}; }
    };

    void add(std::string_view key, std::string_view payload);
    void sort();
    void clear();

    const std::vector<Entry>& entries() const noexcept { return entries_; }
    /// Memory in use, tables included.
    std::uint64_t bytes() const noexcept { return block_bytes_ + entries_.capacity() * sizeof(Entry); }

private:
    char* allocate(std::size_t size);

    std::vector<std::unique_ptr<char[]>> blocks_;
    std::vector<Entry> entries_;
    std::size_t block_size_ = 0, block_used_ = 0;
    std::uint64_t block_bytes_ = 0;
};

}  // namespace bizrec::builder
