#pragma once

#include <cstdint>
#include <vector>

#include "lmdb_builder/deletion/deletion_store.hpp"

namespace bizrec::builder {

/// Looks hashes up in the entries of one HashType. Nearly all lookups are misses. A filter with two bits per hash
/// rejects at least 98 % of the misses. Immutable and thread-safe.
class HashTable {
public:
    /// `entries`: ascending, fewer than 2^32; must outlive the table.
    explicit HashTable(const std::vector<DeletionEntry>& entries);

    /// The entries [first, last) with one hash; first == last if there is none.
    struct Range {
        std::uint32_t first = 0, last = 0;
    };
    Range find(const IdentifierHash& hash) const noexcept;

    bool empty() const noexcept { return entries_->empty(); }
    /// Whether the filter has both bits of the hash: true for every hash in the table, and for at most 2 % of all
    /// others.
    bool may_hold(const IdentifierHash& hash) const noexcept;

private:
    const std::vector<DeletionEntry>* entries_;
    std::vector<std::uint64_t> filter_;  ///< bits; the number of words is a power of two
    std::uint64_t filter_mask_ = 0;      ///< the bits of a word of a hash that are the number of a filter bit
    unsigned bucket_shift_ = 63;
    std::vector<std::uint32_t>
        buckets_;  ///< index of the first entry of each bucket (= the first bits of a hash), then the number of entries
};

}  // namespace bizrec::builder
