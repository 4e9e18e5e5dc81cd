#pragma once

#include <cstdint>

namespace bizrec::search {

/// Work is counted in steps of some nanoseconds: a posting looked at, a box or a distance tested. What takes longer
/// counts as several, from measurements.
inline constexpr std::uint64_t key_work = 32;       ///< a key is hashed and its slot read
inline constexpr std::uint64_t text_byte_work = 4;  ///< a byte of text is folded and cut into words

/// Looking up words, places and keys beyond this is left to run().
inline constexpr std::uint64_t max_set_up_work = 16384;

/// A bound that nobody knows.
inline constexpr std::uint64_t unknown_work = UINT64_MAX;

/// Digits of a number in base 2; 0 for 0.
constexpr std::uint64_t bit_length(std::uint64_t number) noexcept {
    return number == 0 ? 0 : 64 - static_cast<std::uint64_t>(__builtin_clzll(number));
}

/// Bound of what `seeks` ascending seeks into a list of `count` add to `visited` (seek()): two for each digit of the
/// distances, which are longest together where they are equal.
constexpr std::uint64_t seek_work(std::uint64_t seeks, std::uint64_t count) noexcept {
    return seeks == 0 ? 0 : seeks * (2 * bit_length(count / seeks + 1) + 3);
}

}  // namespace bizrec::search
