#pragma once

#include <cstdint>

namespace bizrec::search {

/// Work is counted in steps of some nanoseconds: one posting read, or one box tested. Longer operations count as
/// several steps, according to measurements.
inline constexpr std::uint64_t key_work = 32;         ///< a key is hashed and its slot read
inline constexpr std::uint64_t text_byte_work = 4;    ///< a byte of ASCII is folded, or a folded byte cut into words
inline constexpr std::uint64_t other_byte_work = 16;  ///< a byte of a text that is not ASCII is folded

inline constexpr std::uint64_t record_work = 256;  ///< a record's names are read

inline constexpr std::uint64_t decoding_step_work = 8;  ///< one step of the decoder, compared with reading a posting
/// Charged before a query is decoded, so that an event loop with few steps left does not begin a decoding that it
/// cannot finish.
inline constexpr std::uint64_t min_decoding_work = 65536;

/// The number of binary digits; 0 for 0.
constexpr std::uint64_t bit_length(std::uint64_t number) noexcept {
    return number == 0 ? 0 : 64 - static_cast<std::uint64_t>(__builtin_clzll(number));
}

}  // namespace bizrec::search
