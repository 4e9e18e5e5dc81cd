#include "bizrec/place/hilbert.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <vector>

#include "bizrec/place/distance.hpp"
#include "bizrec/place/hilbert.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::place {
namespace {

struct Cell {
    std::uint32_t x, y;
};

/// The curve by its definition: four smaller copies, the first mirrored at one diagonal, the last at the other.
std::vector<Cell> slow_curve(unsigned order) {
    if (order == 0) {
        return {{0, 0}};
    }
    const std::vector<Cell> small = slow_curve(order - 1);
    const std::uint32_t half = 1U << (order - 1);
    std::vector<Cell> curve;
    for (const Cell c : small) {
        curve.push_back({c.y, c.x});
    }
    for (const Cell c : small) {
        curve.push_back({c.x, c.y + half});
    }
    for (const Cell c : small) {
        curve.push_back({c.x + half, c.y + half});
    }
    for (const Cell c : small) {
        curve.push_back({2 * half - 1 - c.y, half - 1 - c.x});
    }
    return curve;
}

TEST(Hilbert, IsTheRecursiveCurve) {
    for (unsigned order = 1; order <= 7; ++order) {
        const std::vector<Cell> curve = slow_curve(order);
        for (std::uint64_t i = 0; i < curve.size(); ++i) {
            ASSERT_EQ(hilbert_cell(curve[i].x, curve[i].y, order), i) << "order " << order;
        }
    }
}

TEST(Hilbert, NeighboursOnTheCurveAreNeighboursInThePlane) {
    constexpr unsigned order = 6;
    std::vector<Cell> cells(1U << (2 * order), Cell{~0U, 0});
    for (std::uint32_t x = 0; x < 1U << order; ++x) {
        for (std::uint32_t y = 0; y < 1U << order; ++y) {
            const std::uint64_t index = hilbert_cell(x, y, order);
            ASSERT_LT(index, cells.size());
            ASSERT_EQ(cells[index].x, ~0U) << "two cells of one index";
            cells[index] = {x, y};
        }
    }
    for (std::size_t i = 1; i < cells.size(); ++i) {
        const auto step = [](std::uint32_t a, std::uint32_t b) {
            return std::abs(static_cast<int>(a) - static_cast<int>(b));
        };
        ASSERT_EQ(step(cells[i].x, cells[i - 1].x) + step(cells[i].y, cells[i - 1].y), 1) << i;
    }
}

TEST(Hilbert, PrefixesAreTheCoarserCurve) {
    std::mt19937_64 random(40);
    for (int i = 0; i < 20'000; ++i) {
        const auto x = static_cast<std::uint32_t>(random());
        const auto y = static_cast<std::uint32_t>(random());
        ASSERT_EQ(hilbert_cell(x, y, 32) >> 32, hilbert_cell(x >> 16, y >> 16, 16)) << "seed 40, step " << i;
    }
}

TEST(HilbertIndex, MissingPositionsComeLast) {
    const Position corners[] = {{-900'000'000, -1'800'000'000},
                                {-900'000'000, 1'800'000'000},
                                {900'000'000, -1'800'000'000},
                                {900'000'000, 1'800'000'000},
                                {0, 0}};
    for (const Position corner : corners) {
        EXPECT_LT(hilbert_index(corner), hilbert_index(Position{}));
    }
}

TEST(HilbertIndex, ParisIsNearerToVersaillesThanToTokyo) {
    const auto gap = [](Position a, Position b) {
        const std::uint64_t i = hilbert_index(a);
        const std::uint64_t j = hilbert_index(b);
        return i < j ? j - i : i - j;
    };
    const Position paris = *make_position(48.8566, 2.3522);
    const Position versailles = *make_position(48.8049, 2.1204);
    const Position tokyo = *make_position(35.6762, 139.6503);
    EXPECT_LT(gap(paris, versailles), gap(paris, tokyo) / 1000);
}

}  // namespace
}  // namespace bizrec::place
