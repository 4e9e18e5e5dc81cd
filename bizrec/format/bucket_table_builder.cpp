#include "bizrec/format/bucket_table_builder.hpp"

#include <algorithm>
#include <cstring>

#include "bizrec/format/bucket_table.hpp"

namespace bizrec::format {

std::uint32_t bucket_partition_count(std::uint64_t entries) noexcept {
    std::uint32_t partitions = 1;
    while (partitions < 1U << 20 && std::uint64_t{partitions} * entries_a_partition < entries) {
        partitions *= 2;
    }
    return partitions;
}

std::string encode_bucket_partition(const BucketEntry* begin, const BucketEntry* end, std::uint32_t partitions,
                                    unsigned value_bits) {
    const auto count = static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(end - begin, max_in_partition));
    const std::uint32_t buckets = bucket_count_of(count);
    std::string chunk(bucket_bytes(count, value_bits), '\0');
    std::memcpy(chunk.data(), &count, sizeof count);
    std::vector<std::uint16_t> offsets(buckets + 1, static_cast<std::uint16_t>(count));
    char* const entries = chunk.data() + bucket_entries_at(count);
    std::uint32_t next = 0;  // the next bucket whose first entry is not known yet
    for (std::uint32_t i = 0; i < count; ++i) {
        const BucketPlace place = bucket_place_of(begin[i].key, partitions, buckets);
        while (next <= place.bucket) {
            offsets[next++] = static_cast<std::uint16_t>(i);
        }
        const std::uint64_t bit = std::uint64_t{i} * (value_bits + fingerprint_bits);
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, entries + bit / 8, sizeof bytes);
        bytes |= (std::uint64_t{place.fingerprint} << value_bits | begin[i].value) << bit % 8;
        std::memcpy(entries + bit / 8, &bytes, sizeof bytes);
    }
    std::memcpy(chunk.data() + bucket_head_bytes, offsets.data(), offsets.size() * sizeof(std::uint16_t));
    return chunk;
}

}  // namespace bizrec::format
