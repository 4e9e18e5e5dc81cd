#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <array>
#include <cstddef>
#include <cstdint>

#include "bizrec/base/bytes.hpp"

/// Where a text has certain bytes, 64 of its bytes at a time.
namespace bizrec::builder {

inline constexpr std::size_t marked_block = 64;  ///< bytes that byte_marks() reads, whatever the text's end

#if defined(__SSE2__)

/// Bit i is set where bytes[i] is one of `wanted`, of 16 bytes.
template <std::size_t count>
inline std::uint64_t lane_marks(const char* lane, const std::array<char, count>& wanted) noexcept {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(lane));
    __m128i found = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(wanted[0]));
    for (std::size_t i = 1; i < count; ++i) {
        found = _mm_or_si128(found, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(wanted[i])));
    }
    return static_cast<std::uint32_t>(_mm_movemask_epi8(found));
}

/// Bit i is set where block[i] is one of `wanted`.
template <std::size_t count>
inline std::uint64_t byte_marks(const char* block, const std::array<char, count>& wanted) noexcept {
    return lane_marks(block, wanted) | lane_marks(block + 16, wanted) << 16 | lane_marks(block + 32, wanted) << 32 |
           lane_marks(block + 48, wanted) << 48;
}

#else

/// Bit i is set where block[i] is one of `wanted`.
template <std::size_t count>
inline std::uint64_t byte_marks(const char* block, const std::array<char, count>& wanted) noexcept {
    constexpr std::uint64_t ones = 0x0101010101010101, low_bits = 0x7F * ones;
    constexpr std::uint64_t gather = 0x0102040810204080;  // the lowest bit of each byte into the top byte
    std::uint64_t marks = 0;
    for (std::size_t at = 0; at < marked_block; at += sizeof(std::uint64_t)) {
        const auto bytes = load_unaligned<std::uint64_t>(block + at);
        std::uint64_t found = 0;
        for (const char c : wanted) {
            const std::uint64_t other = bytes ^ static_cast<unsigned char>(c) * ones;
            found |= ~(((other & low_bits) + low_bits) | other | low_bits);
        }
        marks |= ((found >> 7) * gather >> 56) << at;
    }
    return marks;
}

#endif

}  // namespace bizrec::builder
