#pragma once

#include <cstddef>
#include <cstdint>

#include "bizrec/base/xxh.hpp"

namespace bizrec::store {

/// A section's checksum: XXH3-64 of each chunk, seeded with the checksum of the chunks before it; 0 before the first.
/// It tells which section is damaged. The seal, not this checksum, proves that the file is unchanged.
inline std::uint64_t chunk_checksum(std::uint64_t before, const void* bytes, std::size_t size) noexcept {
    return XXH3_64bits_withSeed(bytes, size, before);
}

}  // namespace bizrec::store
