#pragma once

#include <cstdint>
#include <vector>

#include "lmdb_builder/deletion/deletion_store.hpp"

namespace bizrec::builder {

/// Looks hashes up in the entries of a type. Nearly all that are asked for are not there: two bits of a filter say so
/// of all but one in 200. Immutable and thread-safe.
class HashTable {
public:
    /// `entries`: ascending, fewer than 2^32; must outlive the table.
    explicit HashTable(const std::vector<DeletionEntry>& entries);

    /// The first entry with this hash, and one behind the last: equal where there is none.
    struct Range {
        std::uint32_t first = 0, last = 0;
    };
    Range find(const IdentifierHash& hash) const noexcept;

    bool empty() const noexcept { return entries_->empty(); }
    /// What the filter says: never false of a hash that is there.
    bool may_hold(const IdentifierHash& hash) const noexcept;

private:
    const std::vector<DeletionEntry>* entries_;
    std::vector<std::uint64_t> filter_;  ///< bits, a power of two of words
    std::uint64_t filter_mask_ = 0;      ///< of a bit's number
    unsigned bucket_shift_ = 63;
    std::vector<std::uint32_t> buckets_;  ///< by the first bits of a hash: the first entry; one more at the end
};

}  // namespace bizrec::builder
