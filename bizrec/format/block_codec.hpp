#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// Blocks of 128 numbers, bit-packed in vertical layout (SIMD-BP128: Lemire and Boytsov, "Decoding billions of integers
/// per second through vectorization", 2015). Number i is in lane i % 4 of row i / 4. Within a lane, the bits of one row
/// follow the bits of the row before. Bytes are packed in the same way, in sixteen lanes of eight rows.
///
/// A block of fewer than 128 numbers (`count`) ends after the last group of 16 bytes that its numbers use.
namespace bizrec::format {

/// Bits that `greatest` needs, 0..32.
unsigned bits_for(std::uint32_t greatest) noexcept;

/// Bytes that unpacking reads, even if the block has fewer than 128 numbers.
constexpr std::uint32_t whole_block_bytes(unsigned bits) noexcept {
    return 16 * bits;
}

/// Packed bytes of `count` (1..128) numbers of `bits` (0..32) each, or of bytes of `bits` (0..8) each. Multiples of 16.
constexpr std::uint32_t packed_numbers_bytes(std::uint32_t count, unsigned bits) noexcept {
    return ((count + 3) / 4 * bits + 31) / 32 * 16;
}
constexpr std::uint32_t packed_bytes_bytes(std::uint32_t count, unsigned bits) noexcept {
    return ((count + 15) / 16 * bits + 7) / 8 * 16;
}

/// Appends the packed form of `count` numbers, each below 2^bits.
void pack_numbers(const std::uint32_t* numbers, std::uint32_t count, unsigned bits, std::vector<std::byte>& out);
void pack_bytes(const std::uint8_t* numbers, std::uint32_t count, unsigned bits, std::vector<std::byte>& out);

/// The functions of block_unpack.hpp in plain C++, for machines without SSE2 and for tests.
void unpack_ascending_plain(const std::byte* in, unsigned bits, std::uint32_t before, std::uint32_t* out) noexcept;
void unpack_bytes_plain(const std::byte* in, unsigned bits, std::uint8_t least, std::uint8_t* out) noexcept;

/// Byte `index` (0..127) of a packed block, without adding `least`. `bits`: 1 to 8. Reads one byte, and a second one 16
/// bytes later only if the number extends into it.
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
