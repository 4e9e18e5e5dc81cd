#if defined(__SSE2__)

#include "bizrec/format/block_unpack.hpp"

#include <emmintrin.h>

#include <array>
#include <utility>

#include "bizrec/format/block_codec.hpp"

/// Unpacks row by row, unrolled at compile time for each number of bits, so that every shift and mask is a constant.
namespace bizrec::format {
namespace {

constexpr std::size_t number_rows = 32;  ///< the 128 numbers of a block are 32 rows of four
constexpr std::size_t byte_rows = 8;     ///< the 128 bytes of a block are 8 rows of sixteen

constexpr int mask_of(unsigned bits) noexcept {
    return static_cast<int>(bits >= 32 ? 0xFFFFFFFFU : (1U << bits) - 1);
}

__m128i load(const std::byte* from) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

template <unsigned bits, std::size_t row>
__m128i number_row(const std::byte* in) noexcept {
    if constexpr (bits == 0) {
        return _mm_setzero_si128();
    } else {
        constexpr int shift = row * bits % 32;
        const std::byte* at = in + row * bits / 32 * sizeof(__m128i);
        __m128i v = _mm_srli_epi32(load(at), shift);
        if constexpr (shift + bits > 32) {
            v = _mm_or_si128(v, _mm_slli_epi32(load(at + sizeof(__m128i)), 32 - shift));
        }
        return shift + bits == 32 ? v : _mm_and_si128(v, _mm_set1_epi32(mask_of(bits)));
    }
}

/// For v = (a, b, c, d), returns (a, a+b, a+b+c, a+b+c+d).
__m128i prefix_sums(__m128i v) noexcept {
    const __m128i pairs = _mm_add_epi32(v, _mm_slli_si128(v, 4));
    return _mm_add_epi32(pairs, _mm_slli_si128(pairs, 8));
}

template <unsigned bits, std::size_t row>
void ascending_row(const std::byte* in, __m128i& before, std::uint32_t* out) noexcept {
    const __m128i from = _mm_add_epi32(before, _mm_setr_epi32(1, 2, 3, 4));
    const __m128i numbers = _mm_add_epi32(prefix_sums(number_row<bits, row>(in)), from);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 4 * row), numbers);
    before = _mm_shuffle_epi32(numbers, 0xFF);
}

template <unsigned bits, std::size_t... row>
void unpack_number_rows(const std::byte* in, std::uint32_t before, std::uint32_t* out,
                        std::index_sequence<row...>) noexcept {
    __m128i last = _mm_set1_epi32(static_cast<int>(before));
    (ascending_row<bits, row>(in, last, out), ...);
}

template <unsigned bits>
void unpack_ascending_of(const std::byte* in, std::uint32_t before, std::uint32_t* out) noexcept {
    unpack_number_rows<bits>(in, before, out, std::make_index_sequence<number_rows>());
}

/// SSE2 has no shifts of bytes. Wider units are shifted, and the mask removes the bits of the neighbouring byte.
template <unsigned bits, std::size_t row>
__m128i byte_row(const std::byte* in) noexcept {
    if constexpr (bits == 0) {
        return _mm_setzero_si128();
    } else {
        constexpr int shift = row * bits % 8;
        constexpr int here = shift + bits > 8 ? 8 - shift : bits;
        const std::byte* at = in + row * bits / 8 * sizeof(__m128i);
        __m128i v = _mm_and_si128(_mm_srli_epi32(load(at), shift), _mm_set1_epi8(static_cast<char>(mask_of(here))));
        if constexpr (here < static_cast<int>(bits)) {
            const __m128i mask = _mm_set1_epi8(static_cast<char>(mask_of(bits) & ~mask_of(here)));
            v = _mm_or_si128(v, _mm_and_si128(_mm_slli_epi32(load(at + sizeof(__m128i)), here), mask));
        }
        return v;
    }
}

template <unsigned bits, std::size_t... row>
void unpack_byte_rows(const std::byte* in, std::uint8_t least, std::uint8_t* out,
                      std::index_sequence<row...>) noexcept {
    const __m128i add = _mm_set1_epi8(static_cast<char>(least));
    auto* rows = reinterpret_cast<__m128i*>(out);
    (_mm_storeu_si128(rows + row, _mm_add_epi8(byte_row<bits, row>(in), add)), ...);
}

template <unsigned bits>
void unpack_bytes_of(const std::byte* in, std::uint8_t least, std::uint8_t* out) noexcept {
    unpack_byte_rows<bits>(in, least, out, std::make_index_sequence<byte_rows>());
}

using UnpackNumbers = void (*)(const std::byte*, std::uint32_t, std::uint32_t*) noexcept;
using UnpackBytes = void (*)(const std::byte*, std::uint8_t, std::uint8_t*) noexcept;

template <std::size_t... bits>
constexpr std::array<UnpackNumbers, sizeof...(bits)> number_table(std::index_sequence<bits...>) noexcept {
    return {{&unpack_ascending_of<bits>...}};
}
template <std::size_t... bits>
constexpr std::array<UnpackBytes, sizeof...(bits)> byte_table(std::index_sequence<bits...>) noexcept {
    return {{&unpack_bytes_of<bits>...}};
}
constexpr auto unpack_numbers_by_bits = number_table(std::make_index_sequence<33>());
constexpr auto unpack_bytes_by_bits = byte_table(std::make_index_sequence<9>());

}  // namespace

void unpack_ascending(const std::byte* in, unsigned bits, std::uint32_t before, std::uint32_t* out) noexcept {
    unpack_numbers_by_bits[bits](in, before, out);
}

void unpack_bytes(const std::byte* in, unsigned bits, std::uint8_t least, std::uint8_t* out) noexcept {
    unpack_bytes_by_bits[bits](in, least, out);
}

}  // namespace bizrec::format

#endif
