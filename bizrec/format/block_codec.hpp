#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// Blocks of 128 numbers, bit-packed in vertical layout (SIMD-BP128: Lemire and Boytsov, "Decoding billions of integers
/// per second through vectorization", 2015): number i stands in lane i % 4 of row i / 4, the rows of a lane follow each
/// other bit by bit. Bytes likewise in sixteen lanes of eight rows.
///
/// A block of which only the first `count` numbers count ends with the last 16 bytes that hold a bit of one of them.
namespace bizrec::format {

/// Bits that the greatest number needs, 0..32.
unsigned bits_for(std::uint32_t greatest) noexcept;

/// What unpacking a block reads, whatever its size.
constexpr std::uint32_t whole_block_bytes(unsigned bits) noexcept {
    return 16 * bits;
}

/// Packed bytes of `count` (1..128) numbers of `bits` (0..32), or bytes of `bits` (0..8). Multiples of 16.
constexpr std::uint32_t packed_numbers_bytes(std::uint32_t count, unsigned bits) noexcept {
    return ((count + 3) / 4 * bits + 31) / 32 * 16;
}
constexpr std::uint32_t packed_bytes_bytes(std::uint32_t count, unsigned bits) noexcept {
    return ((count + 15) / 16 * bits + 7) / 8 * 16;
}

/// Appends the packed form of `count` numbers, each below 2^bits.
void pack_numbers(const std::uint32_t* numbers, std::uint32_t count, unsigned bits, std::vector<std::byte>& out);
void pack_bytes(const std::uint8_t* numbers, std::uint32_t count, unsigned bits, std::vector<std::byte>& out);

/// What block_unpack.hpp does, in plain C++: as it runs where there is no SSE2, and for tests.
void unpack_ascending_plain(const std::byte* in, unsigned bits, std::uint32_t before, std::uint32_t* out) noexcept;
void unpack_bytes_plain(const std::byte* in, unsigned bits, std::uint8_t least, std::uint8_t* out) noexcept;

/// Byte `index` (0..127) of a packed block alone, without `least`. Reads at most two bytes, the second one 16 bytes
/// behind the first and only where the number reaches into it.
inline std::uint8_t packed_byte(const std::byte* in, unsigned bits, std::uint32_t index) noexcept {
    const std::uint32_t bit = index / 16 * bits;
    const std::byte* at = in + std::size_t{bit / 8} * 16 + index % 16;
    auto both = std::to_integer<std::uint32_t>(*at) >> bit % 8;
    if (bit % 8 + bits > 8) {
        both |= std::to_integer<std::uint32_t>(at[16]) << (8 - bit % 8);
    }
    return static_cast<std::uint8_t>(both & ((1U << bits) - 1));
}

}  // namespace bizrec::format
