#include "lmdb_builder/catalog/catalog_digest.hpp"

#include <gtest/gtest.h>

#include <set>

#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

TEST(CityDigest, TellsWhatDecidesNamesOfCities) {
    const TempDir no_translations;
    const auto digest = [&no_translations](const std::vector<WeatherCity>& cities, const std::string& rules) {
        const auto made = city_digest(cities, no_translations.path(), rules);
        EXPECT_TRUE(made);
        return made ? made.value() : std::string();
    };
    const WeatherCity paris{"FR", "Paris", "", place::Position{488566000, 23522000}};
    WeatherCity moved = paris, renamed = paris, abroad = paris, of_context = paris;
    moved.position = place::Position{488566001, 23522000};
    renamed.name = "Lutetia";
    abroad.country = "US";
    of_context.context = "City in Texas";
    const std::set<std::string> digests = {
        digest({paris}, ""),      digest({moved}, ""),      digest({renamed}, ""),      digest({abroad}, ""),
        digest({of_context}, ""), digest({paris}, "rules"), digest({paris, moved}, ""), digest({}, "")};
    EXPECT_EQ(digests.size(), 8U);
    EXPECT_EQ(digest({paris}, "rules"), digest({paris}, "rules"));
}

}  // namespace
}  // namespace bizrec::builder
