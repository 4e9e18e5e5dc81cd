#pragma once

#include <cstddef>
#include <cstdint>

namespace bizrec::store {

/// A section's checksum: XXH3-64 of each chunk, seeded with the checksum of the chunks before it; 0 before the first.
/// It tells which section is damaged. The seal, not this checksum, proves that the file is unchanged.
std::uint64_t chunk_checksum(std::uint64_t before, const void* bytes, std::size_t size) noexcept;

}  // namespace bizrec::store
