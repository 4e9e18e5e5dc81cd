#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/base/bytes.hpp"
#include "bizrec/base/result.hpp"

/// A static table from 64-bit hashes to small values that are stored in as few bits as they need: an entry has three
/// bytes if a value has 18 bits. Only six bits of each hash are stored, so a look-up may return values of other keys,
/// and the caller must check them. The top bits of the hash divide the table into partitions of at most 32,768
/// entries on average. Each partition is a chunk of the index:
///
///    u32 number of entries; u16 index of each bucket's first entry, and of the end; entries of 6 + value bits, with
///    the hash bits above the value; 8 zero bytes
///
/// Everything is in the order of the hashes. Entries are numbered 0, 1, 2 … in that order, over all partitions.
namespace bizrec::format {

inline constexpr unsigned fingerprint_bits = 6;
inline constexpr std::uint32_t entries_a_bucket = 8;  ///< on average
/// Maximum of the average number of entries of a partition.
inline constexpr std::uint32_t entries_a_partition = 32768;
inline constexpr std::uint32_t max_in_partition = 0xFFFF;
inline constexpr std::uint32_t max_in_bucket = 512;                ///< maximum entries that a look-up reads
inline constexpr unsigned max_value_bits = 57 - fingerprint_bits;  ///< 64 bits are loaded and shifted by up to 7
inline constexpr std::size_t bucket_head_bytes = sizeof(std::uint32_t);
inline constexpr std::size_t bucket_tail_bytes = 8;

/// Bits that can hold all numbers below `count`; at least one.
constexpr unsigned bits_below(std::uint64_t count) noexcept {
    unsigned bits = 1;
    while (bits < 63 && count > std::uint64_t{1} << bits) {
        ++bits;
    }
    return bits;
}

/// Position of a hash in its partition.
struct BucketPlace {
    std::uint32_t bucket = 0;
    std::uint32_t fingerprint = 0;
};
constexpr std::uint32_t bucket_partition_of(std::uint64_t key, std::uint32_t partitions) noexcept {
    return static_cast<std::uint32_t>((key >> 32) * partitions >> 32);
}
/// The position of a key in its partition. `partitions`: a power of two, at most 2^20; `buckets` at most 2^16.
constexpr BucketPlace bucket_place_of(std::uint64_t key, std::uint32_t partitions, std::uint32_t buckets) noexcept {
    const std::uint64_t inside = (key * partitions) >> 20;  // the bits below those that choose the partition
    const std::uint64_t place = inside * buckets;
    return {static_cast<std::uint32_t>(place >> 44),
            static_cast<std::uint32_t>(place >> (44 - fingerprint_bits)) & ((1U << fingerprint_bits) - 1)};
}
constexpr std::uint32_t bucket_count_of(std::uint32_t entries) noexcept {
    return entries / entries_a_bucket + 1;
}

/// Where the entries of a partition begin in its chunk, and the size of the chunk, in bytes.
constexpr std::size_t bucket_entries_at(std::uint32_t entries) noexcept {
    return bucket_head_bytes + sizeof(std::uint16_t) * (std::size_t{bucket_count_of(entries)} + 1);
}
constexpr std::size_t bucket_bytes(std::uint32_t entries, unsigned value_bits) noexcept {
    return bucket_entries_at(entries) + (std::size_t{entries} * (value_bits + fingerprint_bits) + 7) / 8 +
           bucket_tail_bytes;
}

/// Reads a table. An object that open() did not make is an empty table. Hostile bytes give wrong values, but never an
/// access outside the chunks.
class BucketTable {
public:
    struct Chunk {
        const std::byte* bytes = nullptr;
        std::size_t size = 0;
    };
    /// Checks the heads of the chunks, whose number must be a power of two. `name` is used in error messages.
    static Result<BucketTable> open(const std::vector<Chunk>& chunks, unsigned value_bits, std::string_view name);

    std::uint32_t size() const noexcept { return size_; }
    unsigned value_bits() const noexcept { return value_bits_; }

    /// Calls use(number, value) for each entry that may have the key `key`. Reads at most max_in_bucket entries.
    template <class Use>
    void find(std::uint64_t key, Use&& use) const {
        if (size_ == 0) {
            return;
        }
        const View& view = view_of(key);
        const BucketPlace place = bucket_place_of(key, partitions(), view.buckets);
        std::uint32_t i = view.offsets[place.bucket];
        const std::uint32_t end =
            std::min<std::uint32_t>({view.offsets[place.bucket + 1], view.count, i + max_in_bucket});
        if (i >= end) {
            return;
        }
        const std::uint64_t mask = value_mask();
        // The fingerprints of a bucket ascend and are spread evenly. So the search begins at the expected position, and
        // first steps back to the first possible entry.
        const std::uint32_t begin = i;
        for (i += (end - i) * place.fingerprint >> fingerprint_bits;
             i > begin && fingerprint_of(bytes_at(view, i - 1)) >= place.fingerprint;) {
            --i;
        }
        for (; i < end; ++i) {
            const std::uint64_t entry = bytes_at(view, i);
            const std::uint32_t fingerprint = fingerprint_of(entry);
            if (fingerprint == place.fingerprint) {
                use(view.first + i, entry & mask);
            } else if (fingerprint > place.fingerprint) {
                return;
            }
        }
    }
    /// Prefetches what find() reads first.
    void prefetch(std::uint64_t key) const noexcept {
        if (size_ != 0) {
            const View& view = view_of(key);
            __builtin_prefetch(view.offsets + bucket_place_of(key, partitions(), view.buckets).bucket);
        }
    }
    /// Prefetches the entries. It reads the offsets, so call it some time after prefetch().
    void prefetch_entries(std::uint64_t key) const noexcept {
        if (size_ != 0) {
            const View& view = view_of(key);
            const std::uint32_t i = view.offsets[bucket_place_of(key, partitions(), view.buckets).bucket];
            __builtin_prefetch(view.entries + std::size_t{std::min(i, view.count)} * entry_bits() / 8);
        }
    }
    /// The value of an entry. `number` < size().
    std::uint64_t value(std::uint32_t number) const noexcept;

    /// For `verify`: the number of partitions, and the entries of one partition.
    std::uint32_t partitions() const noexcept { return static_cast<std::uint32_t>(views_.size()); }
    std::uint32_t entries(std::uint32_t partition) const noexcept { return views_[partition].count; }

private:
    struct View {
        const std::uint16_t* offsets = nullptr;  // index of each bucket's first entry, and of the end
        const std::byte* entries = nullptr;
        std::uint32_t buckets = 1;
        std::uint32_t count = 0;
        std::uint32_t first = 0;  // number of the partition's first entry
    };
    const View& view_of(std::uint64_t key) const noexcept { return views_[bucket_partition_of(key, partitions())]; }
    unsigned entry_bits() const noexcept { return value_bits_ + fingerprint_bits; }
    std::uint64_t value_mask() const noexcept { return (std::uint64_t{1} << value_bits_) - 1; }
    /// Returns the entry, with other bits above it. `i` < view.count. The load stays inside the chunk, because eight
    /// bytes follow the last entry of a chunk.
    std::uint64_t bytes_at(const View& view, std::uint32_t i) const noexcept {
        const std::uint64_t bit = std::uint64_t{i} * entry_bits();
        return load_unaligned<std::uint64_t>(view.entries + bit / 8) >> bit % 8;
    }
    std::uint32_t fingerprint_of(std::uint64_t entry) const noexcept {
        return static_cast<std::uint32_t>(entry >> value_bits_) & ((1U << fingerprint_bits) - 1);
    }

    std::vector<View> views_;
    unsigned value_bits_ = 0;
    std::uint32_t size_ = 0;
};

}  // namespace bizrec::format
