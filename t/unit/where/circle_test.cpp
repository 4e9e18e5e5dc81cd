#include "bizrec/where/circle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::search {
namespace {

using place::Position;

/// Checks that holds() agrees with the exact distance.
void expect_exact(Position centre, double radius, Position position) {
    radius = std::max(radius, 1e-3);  // a radius is positive
    const double metres = place::distance_metres(centre, position);
    unsigned band = 99;
    const bool holds = Circle(centre, radius).holds(position, band);
    ASSERT_EQ(holds, metres <= radius) << centre.latitude << ',' << centre.longitude << " to " << position.latitude
                                       << ',' << position.longitude << ": " << metres << " of " << radius;
    if (holds) {
        ASSERT_EQ(band, place::distance_band(metres)) << metres;
    }
}

std::int32_t between(testing::Random& random, std::int64_t least, std::int64_t greatest) {
    const std::uint64_t wide = std::uint64_t{random()} << 32 | random();
    return static_cast<std::int32_t>(
        least + static_cast<std::int64_t>(wide % static_cast<std::uint64_t>(greatest - least + 1)));
}

Position anywhere(testing::Random& random) {
    return {between(random, -900'000'000, 900'000'000), between(random, -1'800'000'000, 1'800'000'000)};
}

/// A position up to `units` away in both directions, also across the antimeridian.
Position near(testing::Random& random, Position centre, std::int64_t units) {
    const std::int64_t latitude = centre.latitude + std::int64_t{between(random, -units, units)};
    std::int64_t longitude = centre.longitude + std::int64_t{between(random, -units, units)};
    longitude += longitude > 1'800'000'000 ? -3'600'000'000 : longitude < -1'800'000'000 ? 3'600'000'000 : 0;
    return {static_cast<std::int32_t>(std::clamp<std::int64_t>(latitude, -900'000'000, 900'000'000)),
            static_cast<std::int32_t>(longitude)};
}

TEST(CircleAnswer, JudgesAsTheExactDistanceDoes) {
    testing::Random random(21);
    for (int round = 0; round < 300000 && !HasFatalFailure(); ++round) {
        Position centre = anywhere(random);
        if (round % 3 == 0) {
            centre.longitude = between(random, 1'799'000'000, 1'800'000'000);
        }
        const std::int64_t reach = std::int64_t{1} << random() % 27;
        const double radius = 1 + static_cast<double>(random() % (round % 2 == 0 ? 1000 : 500000));
        expect_exact(centre, radius, near(random, centre, reach));
    }
}

TEST(CircleAnswer, JudgesAsTheExactDistanceDoesAtEveryEdge) {
    testing::Random random(22);
    for (int round = 0; round < 20000 && !HasFatalFailure(); ++round) {
        const Position centre = anywhere(random);
        const Position position = near(random, centre, std::int64_t{1} << random() % 25);
        const double metres = place::distance_metres(centre, position);
        for (const double radius : {metres, std::nextafter(metres, 0), std::nextafter(metres, 1e9), metres - 1e-5,
                                    metres + 1e-5, metres * (1 - 1e-8), metres * (1 + 1e-8)}) {
            expect_exact(centre, radius, position);
        }
    }
}

/// At the edge of each distance band, Circle must agree with the exact distance. Finds the last longitude inside the
/// edge by bisection, and checks it and three units (1e-7 degrees) on each side.
TEST(CircleAnswer, BandsTurnWhereTheExactOnesDo) {
    for (const double latitude : {0.0, 37.7, -54.3, 79.9, 85.0}) {
        const Position centre = *place::make_position(latitude, 12.5);
        for (const double edge : place::band_edges_metres) {
            Position inside = centre, outside = {centre.latitude, centre.longitude + 400'000'000};
            while (outside.longitude - inside.longitude > 1) {
                const Position middle = {centre.latitude,
                                         inside.longitude + (outside.longitude - inside.longitude) / 2};
                (place::distance_metres(centre, middle) <= edge ? inside : outside) = middle;
            }
            for (std::int32_t step = -3; step <= 3; ++step) {
                expect_exact(centre, 500000, {centre.latitude, inside.longitude + step});
                expect_exact(centre, edge, {centre.latitude, inside.longitude + step});
            }
        }
    }
}

}  // namespace
}  // namespace bizrec::search
