#include "bench/corpus/zipf.hpp"

#include <algorithm>

namespace bizrec::generator {
namespace {

constexpr std::uint64_t scale = std::uint64_t{1} << 40U;

std::uint64_t at_share(std::uint64_t total, std::uint64_t numerator, unsigned bits) noexcept {
    return (total >> bits) * numerator + (((total & ((std::uint64_t{1} << bits) - 1)) * numerator) >> bits);
}

}  // namespace

Zipf::Zipf(std::uint32_t size, std::uint32_t flatness) {
    std::uint64_t sum = 0;
    upto_.reserve(size);
    for (std::uint32_t rank = 0; rank < size; ++rank) {
        sum += scale / (rank + flatness);
        upto_.push_back(sum);
    }
    for (std::uint32_t i = 0; i <= 1U << guide_bits; ++i) {
        const auto first = std::upper_bound(upto_.begin(), upto_.end(), at_share(sum, i, guide_bits));
        guide_.push_back(static_cast<std::uint32_t>(first - upto_.begin()));
    }
}

std::uint32_t Zipf::draw(Random& random) const noexcept {
    const auto share = static_cast<std::uint32_t>(random.next() >> 32U);
    const std::uint64_t point = at_share(upto_.back(), share, 32);
    const std::uint32_t guide = share >> (32U - guide_bits);
    const auto first = upto_.begin() + guide_[guide];
    const auto last =
        upto_.begin() + std::min<std::ptrdiff_t>(guide_[guide + 1] + 1, static_cast<std::ptrdiff_t>(upto_.size()));
    return static_cast<std::uint32_t>(std::upper_bound(first, last, point) - upto_.begin());
}

std::uint64_t Zipf::expected(std::uint32_t rank, std::uint64_t draws) const noexcept {
    const std::uint64_t weight = upto_[rank] - (rank == 0 ? 0 : upto_[rank - 1]);
    return draws * (weight >> 16U) / (upto_.back() >> 16U);
}

}  // namespace bizrec::generator
