#include "lmdb_builder/runs/run_file_layout.hpp"

#include <xxhash.h>

#include <cstring>

namespace bizrec::builder::run {

std::uint64_t head_checksum(const Head& head) noexcept {
    return XXH3_64bits(&head, sizeof head);
}

std::uint64_t block_checksum(const BlockHead& head, const void* stored, std::uint64_t before) noexcept {
    std::array<char, 2 * sizeof(std::uint64_t) + checked_head_bytes> bytes{};
    const std::uint64_t of_stored = XXH3_64bits(stored, head.stored_bytes);
    std::memcpy(bytes.data(), &before, sizeof before);
    std::memcpy(bytes.data() + sizeof before, &head, checked_head_bytes);
    std::memcpy(bytes.data() + sizeof before + checked_head_bytes, &of_stored, sizeof of_stored);
    return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace bizrec::builder::run
