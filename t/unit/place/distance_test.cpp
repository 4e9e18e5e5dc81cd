#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::place {
namespace {

/// The angle between two unit vectors, in long double: a formula that differs from the one under test.
double slow_distance(Position a, Position b) {
    constexpr long double radian = 3.14159265358979323846264338327950288L / 180 / 1e7L;
    const auto vector = [&](Position p, long double(&v)[3]) {
        const long double latitude = p.latitude * radian;
        const long double longitude = p.longitude * radian;
        v[0] = std::cos(latitude) * std::cos(longitude);
        v[1] = std::cos(latitude) * std::sin(longitude);
        v[2] = std::sin(latitude);
    };
    long double u[3];
    long double v[3];
    vector(a, u);
    vector(b, v);
    const long double cross[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const long double sine = std::sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
    const long double cosine = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    return static_cast<double>(6371008.8L * std::atan2(sine, cosine));
}

Position random_position(std::mt19937_64& random) {
    return {static_cast<std::int32_t>(std::uniform_int_distribution<>(-900'000'000, 900'000'000)(random)),
            static_cast<std::int32_t>(std::uniform_int_distribution<>(-1'800'000'000, 1'800'000'000)(random))};
}

TEST(Distance, AgreesWithUnitVectors) {
    std::mt19937_64 random(50);
    for (int i = 0; i < 50'000; ++i) {
        const Position a = random_position(random);
        Position b = random_position(random);
        if (i % 2) {
            const auto shift = static_cast<std::int32_t>(random() % 100'000);
            b = {a.latitude > 0 ? a.latitude - shift : a.latitude + shift,
                 a.longitude > 0 ? a.longitude - shift / 3 : a.longitude + shift / 2};
        }
        const double expected = slow_distance(a, b);
        ASSERT_NEAR(distance_metres(a, b), expected, 1e-6 + expected * 1e-11) << "seed 50, step " << i;
        ASSERT_EQ(distance_metres(a, b), distance_metres(b, a)) << "seed 50, step " << i;
    }
}

TEST(Distance, KnownPlaces) {
    const Position paris = *make_position(48.8566, 2.3522);
    EXPECT_EQ(distance_metres(paris, paris), 0);
    EXPECT_NEAR(distance_metres(paris, *make_position(51.5074, -0.1278)), 343'556, 1'000);
    EXPECT_NEAR(distance_metres(*make_position(0, 0), *make_position(0, 180)), 3.14159265358979 * 6371008.8, 0.001);
    EXPECT_NEAR(distance_metres(*make_position(0, 179.9999999), *make_position(0, -179.9999999)), 0.02224, 0.0001);
    EXPECT_NEAR(distance_metres(*make_position(90, 0), *make_position(90, 77)), 0, 1e-6);
    EXPECT_NEAR(distance_metres(*make_position(10, 180), *make_position(10, -180)), 0, 1e-6);
}

TEST(MakePosition, AcceptsTheGlobeOnly) {
    EXPECT_EQ(make_position(90, -180)->latitude, 900'000'000);
    EXPECT_EQ(make_position(-90, 180)->longitude, 1'800'000'000);
    EXPECT_EQ(make_position(0.00000005, 0)->latitude, 1) << "to the nearest unit";
    EXPECT_EQ(make_position(-0.00000004, 0)->latitude, 0);
    const double bad[] = {90.0000001, -91, 1e300, std::numeric_limits<double>::infinity(), std::nan("")};
    for (const double value : bad) {
        EXPECT_FALSE(make_position(value, 0)) << value;
    }
    EXPECT_FALSE(make_position(0, 180.0000001));
    EXPECT_FALSE(make_position(0, -std::numeric_limits<double>::infinity()));
    EXPECT_FALSE(make_position(0, std::nan("")));
    EXPECT_FALSE(Position{}.exists());
    EXPECT_TRUE(make_position(0, 0)->exists());
}

TEST(DistanceBand, HasSixteenWithInclusiveEdges) {
    EXPECT_EQ(distance_band(0), 0U);
    for (unsigned band = 0; band < 15; ++band) {
        EXPECT_EQ(distance_band(band_edges_metres[band]), band);
        EXPECT_EQ(distance_band(band_edges_metres[band] + 0.001), band + 1);
    }
    EXPECT_EQ(distance_band(500'000), 15U);
}

}  // namespace
}  // namespace bizrec::place
