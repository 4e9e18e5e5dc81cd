#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bizrec/format/run_magic.hpp"

/// A run, byte by byte: docs/run-format.md. A head, then blocks, then a tail. All integers are little-endian.
namespace bizrec::builder::run {

inline constexpr std::array<char, 8> magic = format::run_magic;
inline constexpr std::array<char, 8> end_magic = {'B', 'I', 'Z', 'R', 'E', 'N', 'D', '\n'};
inline constexpr std::uint32_t version = 3;

struct Head {
    std::array<char, 8> magic = run::magic;
    std::uint32_t version = run::version;
    std::uint32_t reserved = 0;
};
static_assert(sizeof(Head) == 16, "no padding: its bytes are written as they are");

enum class BlockKind : std::uint32_t { header = 1, rules, entries, end };

struct BlockHead {
    BlockKind kind = BlockKind::header;
    std::uint32_t stored_bytes = 0;
    /// Size before compression. If it equals stored_bytes, the bytes are not compressed; otherwise they are one zstd
    /// frame.
    std::uint32_t raw_bytes = 0;
    std::uint32_t entries = 0;
    /// XXH3-64 of three values in a row: the checksum of the block before (for the first block: head_checksum()), the
    /// 16 bytes above, and XXH3-64 of the stored bytes. So a block of another run, or in another place, fails the
    /// check.
    std::uint64_t checksum = 0;
};
static_assert(sizeof(BlockHead) == 24, "no padding: its bytes are written as they are");
inline constexpr std::size_t checked_head_bytes = offsetof(BlockHead, checksum);

struct Tail {
    std::uint64_t end_offset = 0;  ///< of the end block's head
    /// Checksum of the block before the end block, so that the end block can be checked first.
    std::uint64_t before = 0;
    std::array<char, 8> magic = end_magic;
};
static_assert(sizeof(Tail) == 24, "no padding: its bytes are written as they are");

/// Target size of a block of several entries; a larger entry has its own block.
inline constexpr std::size_t block_target_bytes = 256U << 10;
inline constexpr std::uint32_t max_block_bytes = 1U << 30;
/// Maximum of raw_bytes / stored_bytes, which zstd cannot exceed. A block that claims more is damaged, and no memory is
/// allocated for it.
inline constexpr std::uint64_t max_packing = 1U << 15;

std::uint64_t head_checksum(const Head& head) noexcept;
std::uint64_t block_checksum(const BlockHead& head, const void* stored, std::uint64_t before) noexcept;

}  // namespace bizrec::builder::run
