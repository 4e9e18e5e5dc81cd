#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "bizrec/format/key_table.hpp"

/// Hostile bytes as a partition of a key table: each look-up ends, and lists lie inside the partition. Input: the
/// length of the key to look up (one byte), the key, and the partition.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec::format;
    if (size == 0 || size < 1U + data[0]) {
        return 0;
    }
    const std::string_view key(reinterpret_cast<const char*>(data) + 1, data[0]);
    std::vector<std::byte> partition(size - 1 - key.size());
    if (!partition.empty()) {
        std::memcpy(partition.data(), data + 1 + key.size(), partition.size());
    }
    const auto table = KeyTable::open({{partition.data(), partition.size()}}, "fuzz");
    if (!table) {
        return 0;
    }
    volatile std::uint32_t sink = 0;
    const auto read = [&](const KeyHash& hash) {
        KeyEntry entry;
        table.value().prefetch(hash);
        if (table.value().find(hash, entry)) {
            for (std::uint32_t i = 0; i < entry.length; ++i) {
                sink = sink + entry.values[i];
            }
        }
    };
    read(hash_key(key));
    // The fuzzer cannot guess XXH3, so also look up the tags that are in the table.
    const KeyPartitionView& view = table.value().partitions().front();
    for (std::uint32_t i = 0; i < view.slot_count && i < 64; ++i) {
        read({view.slots[i].tag, i});
    }
    return 0;
}
