#pragma once

#include <array>
#include <cstdint>
#include <set>

#include "lmdb_builder/deletion/hash_type.hpp"

namespace bizrec::builder {

/// The hashes of a store that a build has found in its records. The build cuts the matching identifiers out.
struct FoundHashes {
    std::array<std::uint64_t, hash_types> identifiers{};  ///< number of identifiers that were cut out, by HashType
    /// The found hashes whose status in the store is still `not_found`.
    std::array<std::set<IdentifierHash>, hash_types> not_reported{};

    void add(const FoundHashes& other) {
        for (std::size_t type = 0; type < hash_types; ++type) {
            identifiers[type] += other.identifiers[type];
            not_reported[type].insert(other.not_reported[type].begin(), other.not_reported[type].end());
        }
    }
};

}  // namespace bizrec::builder
