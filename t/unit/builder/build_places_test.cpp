#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "lmdb_builder/build/place_statistics.hpp"

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

std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> ranks_of(const std::vector<Spot>& added,
                                                                              const std::vector<Spot>& asked) {
    PlaceStatistics statistics;
    for (const Spot& spot : added) {
        statistics.add(spot.place, spot.position);
    }
    statistics.rank();
    std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> ranks;
    for (const Spot& spot : asked) {
        const PlaceStatistics::Ranks r = statistics.ranks(spot.place);
        ranks.emplace_back(r.state, r.city, r.postal_code);
    }
    return ranks;
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
        statistics.add(place, {centres[i].latitude - 5, centres[i].longitude - 5});
        statistics.add(place, {centres[i].latitude + 5, centres[i].longitude + 5});
        statistics.add(place, {});  // says nothing of where the state is
    }
    statistics.add({"US", "nowhere", "", ""}, {});
    statistics.add({"US", "", "", ""}, centres[0]);
    statistics.rank();
    const auto rank = [&](const std::string& state) { return statistics.ranks({"US", state, "", ""}).state; };
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
