#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bizrec::format {

struct BucketEntry {
    std::uint64_t key = 0;
    std::uint64_t value = 0;
};

inline bool operator<(const BucketEntry& a, const BucketEntry& b) noexcept {
    return a.key != b.key ? a.key < b.key : a.value < b.value;
}

/// Partitions for that many entries: a power of two, at least one.
std::uint32_t bucket_partition_count(std::uint64_t entries) noexcept;

/// A partition's chunk (format/bucket_table.hpp). [begin, end): its entries, ascending. Of more than max_in_partition,
/// which no words have by chance, the last are left out.
std::string encode_bucket_partition(const BucketEntry* begin, const BucketEntry* end, std::uint32_t partitions,
                                    unsigned value_bits);

}  // namespace bizrec::format
