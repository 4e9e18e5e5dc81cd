#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "bizrec/place/hilbert.hpp"
#include "bizrec/place/position.hpp"
#include "lmdb_builder/order/place_statistics.hpp"

namespace bizrec::builder {
namespace {

struct Spot {
    DocumentPlace place;
    place::Position position;
};

std::vector<Spot> random_spots(std::mt19937& random, std::size_t count) {
    std::vector<Spot> spots;
    for (std::size_t i = 0; i < count; ++i) {
        const auto pick = [&](const char* prefix, unsigned of) {
            const auto number = static_cast<unsigned>(random() % of);
            return number == 0 ? std::string() : prefix + std::to_string(number);
        };
        Spot spot;
        spot.place = {random() % 2 == 0 ? "US" : "FR", pick("s", 5), pick("c", 6), pick("z", 4)};
        if (random() % 5 != 0) {
            spot.position = {static_cast<std::int32_t>(random() % 1800000000) - 900000000,
                             static_cast<std::int32_t>(random() % 1000000000)};
        }
        spots.push_back(spot);
    }
    return spots;
}

PlaceKey key_of(const DocumentPlace& place) {
    PlaceKey key;
    key.assign(place);
    return key;
}

std::vector<std::uint32_t> ranks_of(const std::vector<Spot>& added, const std::vector<Spot>& asked) {
    PlaceStatistics statistics;
    for (const Spot& spot : added) {
        statistics.add(key_of(spot.place), spot.position);
    }
    statistics.rank();
    std::vector<std::uint32_t> ranks;
    for (const Spot& spot : asked) {
        ranks.push_back(statistics.rank_of(key_of(spot.place)));
    }
    return ranks;
}

/// The Hilbert index of the centre of all spots that have the same place as `spot` down to `level` (0 states, 1 cities,
/// 2 postal codes).
std::uint64_t slow_hilbert(const std::vector<Spot>& spots, const Spot& spot, int level) {
    std::int64_t latitude = 0, longitude = 0, count = 0;
    for (const Spot& other : spots) {
        const bool same = other.place.country == spot.place.country && other.place.state == spot.place.state &&
                          (level < 1 || other.place.city == spot.place.city) &&
                          (level < 2 || other.place.postal_code == spot.place.postal_code);
        if (same && other.position.exists()) {
            latitude += other.position.latitude;
            longitude += other.position.longitude;
            ++count;
        }
    }
    const auto floor_mean = [&](std::int64_t sum) {
        return static_cast<std::int32_t>(sum / count - (sum % count < 0 ? 1 : 0));
    };
    return place::hilbert_index(count == 0 ? place::Position{}
                                           : place::Position{floor_mean(latitude), floor_mean(longitude)});
}

using SlowKey = std::tuple<std::string, bool, std::uint64_t, std::string, bool, std::uint64_t, std::string, bool,
                           std::uint64_t, std::string>;

SlowKey slow_key(const std::vector<Spot>& spots, const Spot& spot) {
    const DocumentPlace& p = spot.place;
    return {p.country,    p.state.empty(),       slow_hilbert(spots, spot, 0),
            p.state,      p.city.empty(),        slow_hilbert(spots, spot, 1),
            p.city,       p.postal_code.empty(), slow_hilbert(spots, spot, 2),
            p.postal_code};
}

TEST(PlaceStatistics, StandsAsWrittenDownSlowly) {
    constexpr unsigned seed = 5;
    std::mt19937 random(seed);
    const std::vector<Spot> spots = random_spots(random, 150);
    const std::vector<std::uint32_t> ranks = ranks_of(spots, spots);
    std::vector<SlowKey> keys;
    for (const Spot& spot : spots) {
        keys.push_back(slow_key(spots, spot));
    }
    for (std::size_t a = 0; a < spots.size(); ++a) {
        for (std::size_t b = 0; b < spots.size(); ++b) {
            ASSERT_EQ(ranks[a] < ranks[b], keys[a] < keys[b]) << "seed " << seed << ", spots " << a << ", " << b;
        }
    }
}

TEST(PlaceStatistics, APlaceWithoutACountryIsTheLast) {
    const std::vector<Spot> spots = {
        {{"", "s", "c", "z"}, {5, 5}}, {{"ZW", "", "", ""}, {}}, {{"AD", "s", "", ""}, {}}};
    EXPECT_EQ(ranks_of(spots, spots), (std::vector<std::uint32_t>{2, 1, 0}));
}

TEST(PlaceStatistics, OrderOfAddingDoesNotMatter) {
    constexpr unsigned seed = 11;
    std::mt19937 random(seed);
    for (int round = 0; round < 20; ++round) {
        const std::vector<Spot> spots = random_spots(random, 300);
        std::vector<Spot> shuffled = spots;
        std::shuffle(shuffled.begin(), shuffled.end(), random);
        ASSERT_EQ(ranks_of(spots, spots), ranks_of(shuffled, spots)) << "seed " << seed << ", round " << round;
    }
}

TEST(PlaceStatistics, DifferentPlacesHaveDifferentRanks) {
    std::mt19937 random(3);
    const std::vector<Spot> spots = random_spots(random, 500);
    const auto ranks = ranks_of(spots, spots);
    std::set<std::vector<std::string>> places;
    for (const Spot& s : spots) {
        places.insert({s.place.country, s.place.state, s.place.city, s.place.postal_code});
    }
    EXPECT_EQ(std::set(ranks.begin(), ranks.end()).size(), places.size());
}

TEST(PlaceStatistics, PlacesStandInHilbertOrderOfTheirCentresAndMissingOnesLast) {
    const place::Position centres[] = {{10, 10}, {500000000, 1200000000}, {-300000000, -700000000}};
    PlaceStatistics statistics;
    for (int i = 0; i < 3; ++i) {
        const DocumentPlace place = {"US", "s" + std::to_string(i), "", ""};
        statistics.add(key_of(place), {centres[i].latitude - 5, centres[i].longitude - 5});
        statistics.add(key_of(place), {centres[i].latitude + 5, centres[i].longitude + 5});
        statistics.add(key_of(place), {});  // a record without a position does not move the centre
    }
    statistics.add(key_of({"US", "nowhere", "", ""}), {});
    statistics.add(key_of({"US", "", "", ""}), centres[0]);
    statistics.rank();
    const auto rank = [&](const std::string& state) { return statistics.rank_of(key_of({"US", state, "", ""})); };
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
            EXPECT_EQ(rank("s" + std::to_string(a)) < rank("s" + std::to_string(b)),
                      place::hilbert_index(centres[a]) < place::hilbert_index(centres[b]));
        }
        EXPECT_LT(rank("s" + std::to_string(a)), rank("nowhere"));
    }
    EXPECT_LT(rank("nowhere"), rank(""));
}

}  // namespace
}  // namespace bizrec::builder
