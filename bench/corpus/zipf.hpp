#pragma once

#include <cstdint>
#include <vector>

#include "bench/generator/random.hpp"

namespace bizrec::generator {

/// Draws ranks 0..size-1, each with a probability proportional to 1 / (rank + flatness) (the Zipf-Mandelbrot law). The
/// sums are integers, so that the ranks are the same on every machine.
class Zipf {
public:
    Zipf(std::uint32_t size, std::uint32_t flatness);

    std::uint32_t draw(Random& random) const noexcept;
    /// The expected number of `draws` that give a rank.
    std::uint64_t expected(std::uint32_t rank, std::uint64_t draws) const noexcept;

private:
    static constexpr std::uint32_t guide_bits = 12;

    std::vector<std::uint64_t> upto_;   // upto_[r]: sum of the weights of ranks 0..r
    std::vector<std::uint32_t> guide_;  // guide_[b]: the first possible rank of a draw whose highest bits are b
};

}  // namespace bizrec::generator
