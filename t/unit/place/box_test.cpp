#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "bizrec/place/box.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::place {
namespace {

constexpr double radian = 3.14159265358979323846 / 180;
constexpr double radius_of_earth = 6'371'008.8;

Position at(double latitude, double longitude) {
    return *make_position(latitude, longitude);
}

/// The point at `metres` from `centre` in direction `bearing` (the direct problem on the sphere).
Position travel(Position centre, double bearing, double metres) {
    const double angle = metres / radius_of_earth;
    const double latitude = centre.latitude * 1e-7 * radian;
    const double sine = std::sin(latitude) * std::cos(angle) + std::cos(latitude) * std::sin(angle) * std::cos(bearing);
    const double target = std::asin(std::clamp(sine, -1.0, 1.0));
    const double turn = std::atan2(std::sin(bearing) * std::sin(angle) * std::cos(latitude),
                                   std::cos(angle) - std::sin(latitude) * std::sin(target));
    const double longitude = std::remainder(centre.longitude * 1e-7 + turn / radian, 360);
    return at(std::clamp(target / radian, -90.0, 90.0), std::clamp(longitude, -180.0, 180.0));
}

Position random_centre(std::mt19937_64& random) {
    std::uniform_real_distribution<double> latitude(-90, 90);
    std::uniform_real_distribution<double> longitude(-180, 180);
    std::uniform_real_distribution<double> near(0, 6);
    switch (random() % 4) {
        case 0:
            return at(90 - near(random), longitude(random));
        case 1:
            return at(near(random) - 90, longitude(random));
        case 2:
            return at(latitude(random), random() % 2 ? 180 - near(random) : near(random) - 180);
        default:
            return at(latitude(random), longitude(random));
    }
}

TEST(BoundingBox, HoldsEveryPointWithinTheRadius) {
    std::mt19937_64 random(60);
    std::uniform_real_distribution<double> bearing(0, 360 * radian);
    int inside = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Position centre = random_centre(random);
        const double radius = std::exp(std::uniform_real_distribution<double>(0, std::log(500'000))(random));
        const Box box = bounding_box(centre, radius);
        ASSERT_TRUE(contains(box, centre)) << "seed 60, step " << i;
        for (int k = 0; k < 20; ++k) {
            // Most points are close to the edge, where rounding could lose one.
            const Position point = travel(centre, bearing(random), radius * (k % 2 ? 1.0 : 0.999999));
            if (distance_metres(centre, point) <= radius) {
                ++inside;
                ASSERT_TRUE(contains(box, point))
                    << "seed 60, step " << i << ": centre " << centre.latitude << ", " << centre.longitude << " radius "
                    << radius << " point " << point.latitude << ", " << point.longitude;
            }
        }
    }
    EXPECT_GT(inside, 200'000);
}

TEST(BoundingBox, IsTightAwayFromThePoles) {
    const Box box = bounding_box(at(60, 10), 10'000);
    const double latitude = 10'000 / radius_of_earth / radian;
    EXPECT_NEAR(box.north, 600'000'000 + latitude * 1e7, 3);
    EXPECT_NEAR(box.south, 600'000'000 - latitude * 1e7, 3);
    EXPECT_NEAR(box.east - box.west, 2 * latitude * 1e7 * 2, 2'000) << "cos 60 degrees is a half";
}

TEST(BoundingBox, WrapsAtTheAntimeridian) {
    const Box box = bounding_box(at(0, 179.99), 10'000);
    EXPECT_GT(box.west, box.east);
    EXPECT_TRUE(contains(box, at(0, 180)));
    EXPECT_TRUE(contains(box, at(0, -180)));
    EXPECT_TRUE(contains(box, at(0, -179.95)));
    EXPECT_FALSE(contains(box, at(0, -179)));
    EXPECT_FALSE(contains(box, at(0, 0)));
    const Box from_the_east = bounding_box(at(0, -179.99), 10'000);
    EXPECT_GT(from_the_east.west, from_the_east.east);
    EXPECT_TRUE(contains(from_the_east, at(0, 179.95)));
}

TEST(BoundingBox, TakesWholeParallelsAtThePoles) {
    for (const double latitude : {89.99, -89.99, 90.0, -90.0}) {
        const Box box = bounding_box(at(latitude, 25), 50'000);
        EXPECT_TRUE(contains(box, at(latitude > 0 ? 89.99 : -89.99, -155))) << latitude;
        EXPECT_TRUE(contains(box, at(latitude > 0 ? 90 : -90, 180))) << latitude;
        EXPECT_FALSE(contains(box, at(0, 25))) << latitude;
    }
}

TEST(BoundingBox, SurvivesAnyRadius) {
    for (const double radius : {0.0, 1e7, 2.1e7, 1e12, 1e300}) {
        EXPECT_TRUE(contains(bounding_box(at(12, 34), radius), at(12, 34))) << radius;
    }
    const Box everything = bounding_box(at(12, 34), 2.1e7);
    EXPECT_TRUE(contains(everything, at(-90, -180)));
    EXPECT_TRUE(contains(everything, at(90, 180)));
}

/// Whether both boxes contain a common point of a small grid.
bool slow_overlap(const Box& a, const Box& b, const std::vector<std::int32_t>& longitudes) {
    for (std::int32_t latitude = -4; latitude <= 4; ++latitude) {
        for (const std::int32_t longitude : longitudes) {
            if (contains(a, {latitude, longitude}) && contains(b, {latitude, longitude})) {
                return true;
            }
        }
    }
    return false;
}

TEST(Overlap, AgreesWithCommonPoints) {
    constexpr std::int32_t edge = 1'800'000'000;
    const std::vector<std::int32_t> longitudes = {-edge, -edge + 1, -edge + 2, -1, 0, 1, edge - 2, edge - 1, edge};
    std::mt19937_64 random(61);
    const auto pick = [&] { return longitudes[random() % longitudes.size()]; };
    const auto row = [&] { return static_cast<std::int32_t>(random() % 9) - 4; };
    int met = 0;
    for (int i = 0; i < 50'000; ++i) {
        const Box a{row(), pick(), row(), pick()};
        const Box b{row(), pick(), row(), pick()};
        const bool expected = slow_overlap(a, b, longitudes);
        met += expected;
        ASSERT_EQ(overlap(a, b), expected) << "seed 61, step " << i;
        ASSERT_EQ(overlap(b, a), expected) << "seed 61, step " << i;
    }
    EXPECT_GT(met, 1'000);
    EXPECT_FALSE(overlap(Box{}, Box{-1, -1, 1, 1})) << "the default box is empty";
}

}  // namespace
}  // namespace bizrec::place
