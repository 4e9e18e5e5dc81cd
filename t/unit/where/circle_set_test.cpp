#include "bizrec/where/circle_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"
#include "t/unit/support/random.hpp"

/// Compares a set of circles with a check of each circle by the exact distance.
namespace bizrec::search::testing {
namespace {

struct PlainCircle {
    place::Position centre;
    double radius_metres;
    place::Ranges ranges;
};

constexpr double radii[] = {1, 90, 800, 5000, 20000, 70000, 210000, 500000};

class CircleWorld {
public:
    explicit CircleWorld(std::uint32_t seed) : random_(seed) {}

    place::Position near(place::Position centre, std::int64_t units) {
        const auto shift = [&](std::int32_t from, std::int64_t bound, bool wraps) {
            std::int64_t to = from + static_cast<std::int64_t>(random_() % (2 * units + 1)) - units;
            if (wraps && to > bound) {
                to -= 2 * bound;
            } else if (wraps && to < -bound) {
                to += 2 * bound;
            }
            return static_cast<std::int32_t>(std::clamp(to, -bound, bound));
        };
        return {shift(centre.latitude, 900'000'000, false), shift(centre.longitude, 1'800'000'000, true)};
    }

    void add_circles(std::size_t count, place::Position centre, std::int64_t units) {
        for (std::size_t i = 0; i < count; ++i) {
            PlainCircle circle{near(centre, units), radii[random_() % std::size(radii)], {{0, 1000}}};
            if (random_() % 8 == 0) {
                circle.ranges = {{100, 200}, {600, 650}};
            }
            circles_.push_back(circle);
        }
    }

    void compare(place::Position centre, std::int64_t units, int rounds) {
        CircleSet set;
        for (const PlainCircle& circle : circles_) {
            set.add(circle.centre, circle.radius_metres, circle.ranges);
        }
        set.finish();
        for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
            const place::Position position = near(centre, units);
            const std::uint32_t docid = random_() % 1000;
            unsigned band = 0;
            std::uint64_t steps = 0;
            const unsigned expected = nearest(position, docid);
            const bool holds = set.find_nearest(position, docid, band, steps);
            ASSERT_EQ(holds, expected != Circle::any_band) << position.latitude << ' ' << position.longitude;
            ASSERT_TRUE(!holds || band == expected) << position.latitude << ' ' << position.longitude;
            ASSERT_LE(steps, set.max_steps());
            held_ += holds ? 1U : 0U;
        }
    }

    unsigned held() const noexcept { return held_; }

private:
    unsigned nearest(place::Position position, std::uint32_t docid) const {
        unsigned best = Circle::any_band;
        for (const PlainCircle& circle : circles_) {
            const double metres = place::distance_metres(circle.centre, position);
            const bool counts = std::any_of(circle.ranges.begin(), circle.ranges.end(), [docid](place::Range range) {
                return range.begin <= docid && docid < range.end;
            });
            if (metres <= circle.radius_metres && counts) {
                best = std::min(best, place::distance_band(metres));
            }
        }
        return best;
    }

    Random random_;
    std::vector<PlainCircle> circles_;
    unsigned held_ = 0;
};

TEST(CircleSet, HoldsWhatALookAtEachHolds) {
    const place::Position centres[] = {
        *place::make_position(40, -100),   *place::make_position(0, 0),     *place::make_position(-17, 179.9),
        *place::make_position(52, -179.9), *place::make_position(89.5, 30), *place::make_position(-88, -120),
        *place::make_position(70, 25),     *place::make_position(-90, 0),
    };
    std::uint32_t seed = 1;
    unsigned held = 0;
    for (const place::Position centre : centres) {
        for (const std::size_t count : {1U, 7U, 8U, 9U, 30U, 100U}) {
            for (const std::int64_t spread : {0, 50'000, 3'000'000, 40'000'000, 900'000'000}) {
                CircleWorld world(seed++);
                world.add_circles(count, centre, spread);
                world.compare(centre, spread + 2'000'000, 300);
                world.compare(centre, spread + 60'000'000, 100);
                held += world.held();
            }
        }
    }
    EXPECT_GT(held, 30000U);
}

TEST(CircleSet, AHundredNeighboursCostAPositionFewTests) {
    CircleSet set;
    for (int i = 0; i < 100; ++i) {
        set.add(*place::make_position(40 + 0.001 * (i % 10), -100 + 0.001 * (i / 10)), 500000, {{0, 1}});
    }
    set.finish();
    std::uint64_t steps = 0;
    unsigned positions = 0;
    for (double north = -4; north < 4; north += 0.1) {
        for (double east = -5; east < 5; east += 0.1) {
            unsigned band = 0;
            set.find_nearest(*place::make_position(40 + north, -100 + east), 0, band, steps);
            ++positions;
        }
    }
    EXPECT_LT(steps, std::uint64_t{positions} * 100) << "a look at each: 300 a position";
}

}  // namespace
}  // namespace bizrec::search::testing
