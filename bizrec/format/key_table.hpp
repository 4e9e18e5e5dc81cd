#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"

/// A static hash table from byte strings to lists of 32-bit numbers. The top bits of the hash divide the table into
/// partitions of at most 32,768 keys on average, so that it can be built from a sorted stream. Each partition is one
/// chunk of the index: a head, slots, and the heap, an array of the numbers of all lists that do not have length 1.
///
/// Keys are not stored: 64 bits of XXH3-128, the tag, identify a key, and the other bits give its position. The builder
/// refuses two keys of a partition with one tag. A look-up compares a missing key with some eight tags, so it mistakes
/// the key for a stored one with a probability of about 2^-61.
namespace bizrec::format {

/// Recognises most keys that are not in a table, without reading the table. It is a Bloom filter whose bits for a key
/// are in one word ("register-blocked": Lang et al., "Performance-Optimal Filtering", PVLDB 12(5), 2019). A query looks
/// up a dozen names in the table of places, and one or two of them exist. Without the filter, each miss would wait for
/// cache lines of its own. The filter has a thirtieth of the table's size. For about 2 of 100 keys that are not in the
/// table, it says "perhaps".
class KeyFilter {
public:
    /// An empty filter: it says "perhaps" for every key.
    KeyFilter() = default;
    /// Room for `keys` keys. More keys are allowed, but give more false positives. Throws std::bad_alloc.
    explicit KeyFilter(std::uint64_t keys) : words_(keys / keys_per_word + 1) {}

    /// `tag`: of a KeyHash.
    void add(std::uint64_t tag) noexcept { words_[place(tag)] |= bits(tag); }
    bool may_hold(std::uint64_t tag) const noexcept {
        return words_.empty() || (words_[place(tag)] & bits(tag)) == bits(tag);
    }

private:
    static constexpr std::uint64_t keys_per_word = 6;  // a word has 64 bits, and each key sets up to three of them

    /// The index of the word for a key. Uses the upper half of the tag; bits() uses the lower half.
    std::size_t place(std::uint64_t tag) const noexcept {
        return static_cast<std::size_t>((tag >> 32) * words_.size() >> 32);
    }
    static std::uint64_t bits(std::uint64_t tag) noexcept {
        return std::uint64_t{1} << (tag & 63U) | std::uint64_t{1} << (tag >> 6 & 63U) |
               std::uint64_t{1} << (tag >> 12 & 63U);
    }

    std::vector<std::uint64_t> words_;
};

struct KeyHash {
    std::uint64_t tag = 0;       ///< low 64 bits of XXH3-128 (seed 0); 0 is replaced by 1, because 0 marks a free slot
    std::uint64_t position = 0;  ///< high 64 bits: the top bits choose the partition, the low 32 the slot in it
};
KeyHash hash_key(std::string_view key) noexcept;

/// One slot, 32 bytes. Slots begin 48 bytes into the chunk, which is a cache line boundary in the map.
struct KeySlot {
    std::uint64_t tag = 0;
    std::uint64_t aux[2] = {0, 0};  ///< each section gives them its own meaning
    std::uint32_t value = 0;        ///< length == 1: the number itself; otherwise index of the first number in the heap
    std::uint32_t length = 0;       ///< numbers in the list
};
static_assert(sizeof(KeySlot) == 32);

inline constexpr std::size_t key_partition_head_bytes = 48;

struct KeyEntry {
    const std::uint32_t* values = nullptr;  ///< in the heap or the slot; valid as long as the table's bytes
    std::uint32_t length = 0;
    std::uint64_t aux[2] = {0, 0};
};

/// Number of partitions for a table of `keys` keys: a power of two, at least 1.
std::uint32_t partition_count(std::uint64_t keys) noexcept;
/// The partition of a key. `partitions`: a power of two. Keys in the order of KeyHash::position are in the order of
/// partitions.
std::uint32_t partition_of(const KeyHash& hash, std::uint32_t partitions) noexcept;

/// The arrays of a partition. Their sizes are checked against the chunk; the values of the slots are not checked.
struct KeyPartitionView {
    const KeySlot* slots = nullptr;
    const std::uint32_t* heap = nullptr;
    std::uint32_t slot_count = 0;  ///< at least 1
    std::uint32_t heap_count = 0;
    std::uint32_t key_count = 0;  ///< as the partition's head states

    /// Reads the slot's list. Returns false if it lies outside the heap.
    bool read(const KeySlot& slot, KeyEntry& entry) const noexcept;
};

/// Reads a table through views into the map. Every offset from the map is checked before use, so hostile bytes give
/// "not found", never an access outside.
class KeyTable {
public:
    struct Partition {
        const std::byte* bytes = nullptr;  ///< value_alignment-aligned
        std::size_t size = 0;
    };
    /// Checks the heads of the partitions. `name` is used in error messages.
    static Result<KeyTable> open(std::vector<Partition> partitions, std::string_view name);

    /// Makes a filter by which may_hold() recognises most keys that the table does not hold. Call it for a table in
    /// which most look-ups miss. Reads every slot. Allocates 1.3 bytes a key. Throws std::bad_alloc.
    void make_filter();
    /// Whether the table may hold the key; false only if it certainly does not. Does not read the table. Always true
    /// without a filter.
    bool may_hold(const KeyHash& hash) const noexcept { return filter_.may_hold(hash.tag); }

    /// Prefetches the cache line of the key's first slot.
    void prefetch(const KeyHash& hash) const noexcept;
    /// Returns false if the key is not in the table, or if its list lies outside the heap.
    bool find(const KeyHash& hash, KeyEntry& entry) const noexcept;
    bool find(std::string_view key, KeyEntry& entry) const noexcept { return find(hash_key(key), entry); }

    /// Number of slots that find() reads for this key, for tests.
    std::uint32_t probes(const KeyHash& hash) const noexcept;
    const std::vector<KeyPartitionView>& partitions() const noexcept { return views_; }

private:
    const KeyPartitionView* view_of(const KeyHash& hash) const noexcept;

    std::vector<KeyPartitionView> views_;
    KeyFilter filter_;
};

}  // namespace bizrec::format
