#include "bizrec/place/hilbert.hpp"

#include "bizrec/place/position.hpp"

namespace bizrec::place {
namespace {

/// Moves the bits of `value` to the even positions ("Interleave bits by Binary Magic Numbers", Anderson).
std::uint64_t spread(std::uint32_t value) noexcept {
    std::uint64_t bits = value;
    bits = (bits | bits << 16) & 0x0000FFFF0000FFFFULL;
    bits = (bits | bits << 8) & 0x00FF00FF00FF00FFULL;
    bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0FULL;
    bits = (bits | bits << 2) & 0x3333333333333333ULL;
    return (bits | bits << 1) & 0x5555555555555555ULL;
}

}  // namespace

std::uint64_t hilbert_cell(std::uint32_t x, std::uint32_t y, unsigned order) noexcept {
    const std::uint32_t top = std::uint32_t{1} << (order - 1);
    for (std::uint32_t bit = top; bit > 1; bit >>= 1) {
        const std::uint32_t lower = bit - 1;
        if (x & bit) {
            x ^= lower;
        }
        if (y & bit) {
            x ^= lower;
        } else {
            const std::uint32_t swapped = (x ^ y) & lower;
            x ^= swapped;
            y ^= swapped;
        }
    }
    y ^= x;
    std::uint32_t flips = 0;
    for (std::uint32_t bit = top; bit > 1; bit >>= 1) {
        if (y & bit) {
            flips ^= bit - 1;
        }
    }
    return spread(x ^ flips) << 1 | spread(y ^ flips);
}

std::uint64_t hilbert_index(Position position) noexcept {
    if (!position.exists()) {
        return std::numeric_limits<std::uint64_t>::max();
    }
    return hilbert_cell(static_cast<std::uint32_t>(std::int64_t{position.longitude} + date_line_units),
                        static_cast<std::uint32_t>(std::int64_t{position.latitude} + pole_units), 32);
}

}  // namespace bizrec::place
