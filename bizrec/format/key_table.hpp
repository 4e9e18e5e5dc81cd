#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/format/key_filter.hpp"

/// A static hash table from byte strings to lists of 32-bit numbers, cut into partitions of some 32,768 keys by the top
/// bits of the hash, so that it is built from a sorted stream and each partition is one chunk of the index.
///
/// Keys themselves are not stored: a key is known by 64 bits of its XXH3-128 and its place by others. The builder sees
/// all keys and refuses two with one tag; a foreign key is mistaken for a stored one with probability about 2^-63.
namespace bizrec::format {

struct KeyHash {
    std::uint64_t tag = 0;       ///< low 64 bits of XXH3-128 (seed 0); 0 is replaced by 1, for 0 marks a free slot
    std::uint64_t position = 0;  ///< high 64 bits: the top ones choose the partition, the low 32 the slot in it
};
KeyHash hash_key(std::string_view key) noexcept;

/// One slot, 32 bytes; slots begin 48 bytes into the chunk, which is a cache line boundary once in the map.
struct KeySlot {
    std::uint64_t tag = 0;
    std::uint64_t aux[2] = {0, 0};  ///< meaning is the section's own
    std::uint32_t value = 0;        ///< length == 1: the number itself; else index of the first number in the heap
    std::uint32_t length = 0;       ///< numbers in the list
};
static_assert(sizeof(KeySlot) == 32);

inline constexpr std::size_t key_partition_head_bytes = 48;

struct KeyEntry {
    const std::uint32_t* values = nullptr;  ///< points into the map or the slot; lives as long as the table's bytes
    std::uint32_t length = 0;
    std::uint64_t aux[2] = {0, 0};
};

/// Number of partitions for a table of `keys` keys: a power of two, at least 1.
std::uint32_t partition_count(std::uint64_t keys) noexcept;
/// `partitions` is a power of two. Ascending positions give ascending partitions.
std::uint32_t partition_of(const KeyHash& hash, std::uint32_t partitions) noexcept;

/// A partition's arrays, their sizes checked against the chunk. The slots' own values are not checked.
struct KeyPartitionView {
    const KeySlot* slots = nullptr;
    const std::uint32_t* heap = nullptr;
    std::uint32_t slot_count = 0;  ///< at least 1
    std::uint32_t heap_count = 0;
    std::uint32_t key_count = 0;  ///< as the head says

    /// The slot's list, checked against the heap. False: it points outside.
    bool read(const KeySlot& slot, KeyEntry& entry) const noexcept;
};

/// Read side. Views into the map; every offset that comes from it is checked before use, so hostile bytes give "not
/// found", never an access outside.
class KeyTable {
public:
    struct Partition {
        const std::byte* bytes = nullptr;  ///< value_alignment-aligned
        std::size_t size = 0;
    };
    /// Checks the partitions' heads; `name` is for messages.
    static Result<KeyTable> open(std::vector<Partition> partitions, std::string_view name);

    /// For a table that is mostly asked for keys that it does not hold: may_hold() knows most of these from then on.
    /// Reads every slot; the filter is on the heap, a byte and a half a key. Throws std::bad_alloc.
    void make_filter();
    /// False where find() would be, without a look at the table. Without a filter it is always true.
    bool may_hold(const KeyHash& hash) const noexcept { return filter_.may_hold(hash.tag); }

    /// Asks the memory for the slot's cache line without waiting.
    void prefetch(const KeyHash& hash) const noexcept;
    /// False where the key is not there.
    bool find(const KeyHash& hash, KeyEntry& entry) const noexcept;
    bool find(std::string_view key, KeyEntry& entry) const noexcept { return find(hash_key(key), entry); }

    /// Slots that find() looks at for this key: counted work for tests and `inspect`.
    std::uint32_t probes(const KeyHash& hash) const noexcept;
    const std::vector<KeyPartitionView>& partitions() const noexcept { return views_; }

private:
    const KeyPartitionView* view_of(const KeyHash& hash) const noexcept;

    std::vector<KeyPartitionView> views_;
    KeyFilter filter_;
};

}  // namespace bizrec::format
