#include "lmdb_builder/order/largest_cities.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "t/unit/support/largest_city_oracle.hpp"

namespace bizrec::builder {
namespace {

std::vector<bool> inside(const std::vector<DocumentPlace>& places) {
    LargestCities cities;
    for (std::size_t docid = 0; docid < places.size(); ++docid) {
        cities.add(static_cast<std::uint32_t>(docid), places[docid]);
    }
    return cities.documents_inside(static_cast<std::uint32_t>(places.size()));
}

TEST(LargestCities, DallasIsTheOneInTexas) {
    EXPECT_EQ(inside({{"US", "NC", "dallas", "28034"},
                      {"US", "TX", "dallas", "75201"},
                      {"US", "TX", "dallas", "75202"},
                      {"US", "TX", "waco", "76701"}}),
              (std::vector<bool>{false, true, true, false}));
}

/// A city is the sum of its separate ranges of documents. Columbus in Ohio is the largest, although records without a
/// city lie between its records.
TEST(LargestCities, ACityIsAllOfItsStretches) {
    EXPECT_EQ(inside({{"US", "GA", "columbus", ""},
                      {"US", "GA", "columbus", ""},
                      {"US", "OH", "columbus", ""},
                      {"US", "OH", "", ""},
                      {"US", "OH", "columbus", ""},
                      {"US", "OH", "upperarlington", ""},
                      {"US", "OH", "columbus", ""}}),
              (std::vector<bool>{false, false, true, false, true, false, true}));
}

TEST(LargestCities, DocumentsWithoutAStateStandInTheLargestOfTheirCountry) {
    EXPECT_EQ(inside({{"CA", "ON", "london", ""},
                      {"CA", "ON", "london", ""},
                      {"CA", "ON", "london", ""},
                      {"GB", "ENG", "london", ""},
                      {"GB", "ENG", "london", ""},
                      {"GB", "", "london", ""},
                      {"GB", "", "london", ""}}),
              (std::vector<bool>{false, false, false, true, true, true, true}));
    EXPECT_EQ(inside({{"GB", "", "poole", ""}, {"GB", "ENG", "poole", ""}}), std::vector<bool>(2));
}

TEST(LargestCities, ANameOfOneCityHasNone) {
    EXPECT_EQ(inside({{"US", "TX", "waco", ""}, {"US", "TX", "waco", "76701"}}), std::vector<bool>(2));
    EXPECT_EQ(inside({{"US", "TX", "", ""}, {"US", "UT", "", ""}, {"", "", "", ""}}), std::vector<bool>(3));
    EXPECT_EQ(inside({}), std::vector<bool>());
}

TEST(LargestCities, OfCitiesOfOneSizeTheFirstIsTheLargest) {
    EXPECT_EQ(inside({{"FR", "", "paris", ""}, {"US", "TX", "paris", ""}}), (std::vector<bool>{true, false}));
}

TEST(LargestCities, AreWhatTheOracleFinds) {
    std::mt19937_64 random(20261126);
    for (int round = 0; round < 200; ++round) {
        std::vector<DocumentPlace> places;
        std::vector<testing::CityOfOracle> expected;
        for (int country = 0; country < 3; ++country) {
            for (int state = 0; state < 3; ++state) {
                for (int city = 0; city < 4; ++city) {
                    DocumentPlace place;
                    place.country = std::string("A").append(1, static_cast<char>('A' + country));
                    place.state = std::string(static_cast<std::size_t>(state), 's');
                    place.city = city == 0 ? "" : std::string(1, static_cast<char>('a' + city));
                    for (std::uint64_t left = random() % 4; left > 0; --left) {
                        places.push_back(place);
                        expected.push_back({place.city, {place.country, place.state}});
                    }
                }
            }
        }
        ASSERT_EQ(inside(places), testing::in_largest_city(expected)) << round;
        // Documents whose place was inferred may be anywhere among those of other cities.
        for (std::size_t i = places.size(); i > 1; --i) {
            const std::size_t other = random() % i;
            std::swap(places[i - 1], places[other]);
            std::swap(expected[i - 1], expected[other]);
        }
        ASSERT_EQ(inside(places), testing::in_largest_city(expected)) << round;
    }
}

}  // namespace
}  // namespace bizrec::builder
