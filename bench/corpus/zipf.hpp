#pragma once

#include <cstdint>
#include <vector>

#include "bench/generator/random.hpp"

namespace bizrec::generator {

/// Draws ranks 0..size-1, each in proportion to 1 / (rank + flatness) (Zipf's law as Mandelbrot mended it). Sums of
/// integers: the same ranks on every machine.
class Zipf {
public:
    Zipf(std::uint32_t size, std::uint32_t flatness);

    std::uint32_t draw(Random& random) const noexcept;
    /// How many of `draws` fall on a rank, on average.
    std::uint64_t expected(std::uint32_t rank, std::uint64_t draws) const noexcept;

private:
    static constexpr std::uint32_t guide_bits = 12;

    std::vector<std::uint64_t> upto_;   // upto_[r]: weights of the ranks up to r
    std::vector<std::uint32_t> guide_;  // by the highest bits of a draw: the first rank that it may be
};

}  // namespace bizrec::generator
