#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace bizrec::generator {

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). The distributions of
/// <random> differ between standard libraries. The functions of this class do not use them, so a seed gives the same
/// data everywhere.
class Random {
public:
    explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

    std::uint64_t next() noexcept {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }

    /// A number from 0 to `bound` - 1; `bound` > 0. The bias of this reduction (Lemire, 2019) is below 2^-32 times the
    /// bound.
    std::uint32_t below(std::uint32_t bound) noexcept {
        return static_cast<std::uint32_t>(((next() >> 32U) * bound) >> 32U);
    }

    /// A number from `least` to `most`, all equally likely.
    std::int32_t between(std::int32_t least, std::int32_t most) noexcept {
        return least + static_cast<std::int32_t>(below(static_cast<std::uint32_t>(most - least + 1)));
    }

    bool one_in(std::uint32_t count) noexcept { return below(count) == 0; }
    bool percent(std::uint32_t share) noexcept { return below(100) < share; }

    template <class Container>
    const auto& pick(const Container& items) noexcept {
        return items[below(static_cast<std::uint32_t>(std::size(items)))];
    }

private:
    std::uint64_t state_;
};

}  // namespace bizrec::generator
