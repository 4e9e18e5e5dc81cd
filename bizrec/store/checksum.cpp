#include "bizrec/store/checksum.hpp"

#include "bizrec/base/xxh.hpp"

namespace bizrec::store {

std::uint64_t chunk_checksum(std::uint64_t before, const void* bytes, std::size_t size) noexcept {
    return XXH3_64bits_withSeed(bytes, size, before);
}

}  // namespace bizrec::store
