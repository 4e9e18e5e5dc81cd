#pragma once

#include <cstdint>

#include "bizrec/format/key_table.hpp"

/// What both sides of the key table agree on.
namespace bizrec::format {

/// First bytes of a partition; what is not named is zero.
struct KeyPartitionHead {
    std::uint32_t slot_count = 0;
    std::uint32_t heap_count = 0;
    std::uint32_t key_count = 0;
    std::uint32_t reserved[9] = {};
};
static_assert(sizeof(KeyPartitionHead) == key_partition_head_bytes);

/// Slots for `keys` keys: 4/3 of them. A load factor of 0.75 gives linear probing 2.5 probes a hit on average and 8.5 a
/// miss (Knuth, TAOCP 3, 6.4), two slots to a cache line, and lines that follow each other. A reader takes any number.
constexpr std::uint32_t slots_for(std::uint64_t keys) noexcept {
    return static_cast<std::uint32_t>(keys + (keys + 2) / 3 + 1);
}

/// Slot where the probing of a key starts: multiply and shift instead of a division (Lemire, "Fast random integer
/// generation in an interval", 2019).
inline std::uint32_t home_slot(const KeyHash& hash, std::uint32_t slot_count) noexcept {
    return static_cast<std::uint32_t>((hash.position & 0xFFFFFFFFU) * slot_count >> 32);
}

}  // namespace bizrec::format
