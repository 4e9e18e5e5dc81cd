#pragma once

#include <cstdint>

#include "bizrec/format/key_table.hpp"

/// Layout that the builder and the reader of the key table share.
namespace bizrec::format {

/// First bytes of a partition. Bytes without a name are zero.
struct KeyPartitionHead {
    std::uint32_t slot_count = 0;
    std::uint32_t heap_count = 0;
    std::uint32_t key_count = 0;
    std::uint32_t reserved[9] = {};
};
static_assert(sizeof(KeyPartitionHead) == key_partition_head_bytes);

/// Number of slots for `keys` keys: 4/3 of them. At a load factor of 0.75, linear probing takes 2.5 probes for a hit
/// and 8.5 for a miss on average (Knuth, TAOCP 3, 6.4). Two slots share a cache line, and the lines are adjacent. A
/// reader accepts any number of slots.
constexpr std::uint32_t slots_for(std::uint64_t keys) noexcept {
    return static_cast<std::uint32_t>(keys + (keys + 2) / 3 + 1);
}

/// First slot that is probed for a key. Multiply and shift replace a division (Lemire, "Fast random integer generation
/// in an interval", 2019).
inline std::uint32_t home_slot(const KeyHash& hash, std::uint32_t slot_count) noexcept {
    return static_cast<std::uint32_t>((hash.position & 0xFFFFFFFFU) * slot_count >> 32);
}

}  // namespace bizrec::format
