#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "bizrec/place/distance.hpp"
#include "lmdb_builder/catalog/telephone_country.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"
#include "lmdb_builder/gazetteer/city_aliases.hpp"
#include "lmdb_builder/gazetteer/city_rules.hpp"
#include "lmdb_builder/gazetteer/nearest_place.hpp"
#include "lmdb_builder/gazetteer/place_inference.hpp"
#include "t/unit/support/catalog_fixture.hpp"

namespace bizrec::builder {
namespace {

place::Position degrees(double latitude, double longitude) {
    return place::make_position(latitude, longitude).value();
}

TEST(NearestPlace, AgreesWithAScan) {
    std::mt19937 random(14);
    std::uniform_real_distribution<double> latitude(-89, 89), longitude(-180, 180);
    NearestPlace nearest;
    std::vector<NearestPlace::Point> points;
    for (std::uint32_t id = 0; id < 400; ++id) {
        const std::array<char, 2> country = {'A', id % 3 == 0 ? 'X' : 'Y'};
        points.push_back({degrees(latitude(random), longitude(random)), id, id % 2 == 0, country});
        nearest.add(points.back());
    }
    for (int i = 0; i < 300; ++i) {
        const place::Position asked = degrees(latitude(random), i % 3 == 0 ? 179.9 : longitude(random));
        const NearestPlace::Wanted wanted{i % 2 == 0 ? 300'000.0 : 2'000'000.0, i % 5 == 0 ? "AX" : "", i % 7 == 0};
        const NearestPlace::Point* best = nullptr;
        double least = wanted.metres;
        for (const NearestPlace::Point& point : points) {
            const double metres = place::distance_metres(asked, point.position);
            const bool fits =
                (wanted.country.empty() || point.country[1] == 'X') && (point.is_record || !wanted.records_only);
            if (fits && metres <= least) {
                best = &point;
                least = metres;
            }
        }
        const NearestPlace::Point* found = nearest.find(asked, wanted);
        ASSERT_EQ(found == nullptr, best == nullptr) << i;
        if (best != nullptr) {
            EXPECT_EQ(found->id, best->id) << i;
        }
    }
}

TEST(WeatherLocations, ReadsCitiesAndNothingElse) {
    const auto cities =
        parse_weather_locations(R"(<gweather><region><country><_name>Egypt</_name><iso-code>EG</iso-code>
        <city><_name msgctxt="City in Egypt">Cairo</_name><coordinates>30.05 31.25</coordinates>
          <location><name>Airport</name><coordinates>1 2</coordinates></location></city>
        <city><_name>Nowhere</_name></city>
        <city><_name>Beyond</_name><coordinates>99 31</coordinates></city>
        <location><name>Station</name><coordinates>3 4</coordinates></location></country></region></gweather>)");
    ASSERT_TRUE(cities) << cities.error().message;
    ASSERT_EQ(cities.value().size(), 1U);
    EXPECT_EQ(cities.value()[0].country, "EG");
    EXPECT_EQ(cities.value()[0].message(),
              "City in Egypt\x04"
              "Cairo");
    EXPECT_EQ(cities.value()[0].position.latitude, 300'500'000);
    EXPECT_FALSE(parse_weather_locations("<gweather><city>"));
    EXPECT_FALSE(parse_weather_locations(""));
}

TEST(WeatherLocations, KnowsTheWorld) {
    const auto cities = read_weather_locations(packaged_weather_locations);
    ASSERT_TRUE(cities) << cities.error().message;
    EXPECT_GT(cities.value().size(), 4000U);
    const auto none = read_weather_locations("/none.xml");
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("libgweather-4-common"), std::string::npos);
}

TEST(DomainCountry, KnowsCountriesAndNoWords) {
    const PlaceCatalog& catalog = machine_catalog();
    EXPECT_EQ(country_of_domain("lidl.de", catalog), "DE");
    EXPECT_EQ(country_of_domain("tesco.co.uk", catalog), "GB");
    for (const char* none : {"example.io", "example.tv", "example.com", "example.zz", "facebook:some.de", "de", ""}) {
        EXPECT_EQ(country_of_domain(none, catalog), "") << none;
    }
}

TEST(TelephoneCountry, KnowsCallingCodesAndAreaCodes) {
    const std::pair<const char*, const char*> numbers[] = {
        {"+49 30 901820", "DE"},
        {"tel:+44-20-7946-0000", "GB"},
        {"(+44) 1534 445500", "JE"},
        {"+1 (416) 392-2489", "CA"},
        {"+1.212.639.9675", "US"},
        {"+1 787 721 2400", "PR"},
        {"+7 727 272 9999", "KZ"},
        {"+7 495 6976005", "RU"},
        {"+39 06 698 81662", "VA"},
        {"+599 9 461 1111", "CW"},
        {" + 81 3-1234-5678", "JP"},
        {"+383 38 200 000", "XK"},
        {"+1 800 555 0100", ""},
        {"+870 773 111 632", ""},
        {"030 901820", ""},
        {"0049 30 901820", ""},
        {"+49", ""},
        {"030 901820, +49 30 901821", ""},
        {"+", ""},
        {"", ""},
        {"+999 1234567", ""},
    };
    for (const auto& [number, country] : numbers) {
        EXPECT_EQ(country_of_telephone(number), country) << number;
    }
}

void count(PlaceStatistics& places, const DocumentPlace& place, place::Position position) {
    PlaceKey key;
    key.assign(place);
    places.add(key, position);
}

TEST(PlaceInference, TakesTheDomainsCountryBeforeTheTelephones) {
    Document document;
    document.phone_country = "AT";
    DocumentPlace place;
    ASSERT_TRUE(PlaceInference::complete_without_position(machine_catalog(), document, place));
    EXPECT_EQ(place.country, "AT");
    document.keys.website = "example.ch";
    ASSERT_TRUE(PlaceInference::complete_without_position(machine_catalog(), document, place));
    EXPECT_EQ(place.country, "CH");
    document.place.country = "FR";
    EXPECT_FALSE(PlaceInference::complete_without_position(machine_catalog(), document, place)) << "its own";
}

TEST(PlaceInference, TakesTheNearestCity) {
    PlaceStatistics places;
    count(places, {"FR", "FR-67", "strasbourg", "67000"}, degrees(48.58, 7.75));
    count(places, {"DE", "DE-BW", "kehl", "77694"}, degrees(48.57, 7.82));
    const PlaceInference inference(machine_catalog(), places, {});
    DocumentPlace ranked;

    DocumentPlace place;
    ASSERT_TRUE(inference.complete(degrees(48.575, 7.81), place, ranked));
    EXPECT_EQ(place.country + place.state + place.city, "DEDE-BWkehl");
    EXPECT_EQ(ranked.postal_code, "77694");

    place = {"FR", "", "", ""};
    ASSERT_TRUE(inference.complete(degrees(48.575, 7.81), place, ranked));
    EXPECT_EQ(place.city, "strasbourg") << "the country is the record's own";

    place = {"DE", "", "", "77694"};
    ASSERT_TRUE(inference.complete(degrees(48.5799, 7.7501), place, ranked));
    EXPECT_EQ(place.city, "kehl") << "of the same postal code";

    place = {"FR", "", "lyon", ""};
    EXPECT_FALSE(inference.complete(degrees(48.575, 7.81), place, ranked)) << "nothing is missing";
    place = {};
    EXPECT_FALSE(inference.complete(degrees(0, -30), place, ranked)) << "the sea";
}

CityRules rules_of(std::string_view text) {
    auto rules = CityRules::read({"names", text});
    EXPECT_TRUE(rules) << rules.error().message;
    return rules ? std::move(rules).value() : CityRules();
}

CityNumbers at(const CitiesByName& cities, std::string_view text) {
    const CityNumbers* found = cities.find(text);
    return found == nullptr ? CityNumbers() : *found;
}

TEST(CitiesByName, UnitesAsSetsDo) {
    std::mt19937 random(16);
    for (int i = 0; i < 2000; ++i) {
        std::set<std::uint32_t> all;
        CityNumbers numbers[2];
        for (CityNumbers& some : numbers) {
            std::set<std::uint32_t> ascending;
            for (std::size_t left = random() % 5; left > 0; --left) {
                ascending.insert(static_cast<std::uint32_t>(random() % 6));
            }
            some.assign(ascending.begin(), ascending.end());
            all.insert(some.begin(), some.end());
        }
        unite(numbers[0], numbers[1]);
        EXPECT_EQ(numbers[0], CityNumbers(all.begin(), all.end()));
    }
}

TEST(CityAliases, JoinsByNameAndNearness) {
    const std::vector<RecordCity> cities = {{"DE", "munchen", degrees(48.1, 11.6)},
                                            {"DE", "munich", degrees(54, 9)},
                                            {"IT", "firenze", degrees(43.77, 11.25)},
                                            {"US", "newyork", degrees(40.7, -74)}};
    const std::vector<WeatherCity> gazetteer = {{"DE", "München", "", degrees(48.15, 11.58)},
                                                {"IT", "Florence", "", degrees(43.78, 11.24)}};
    const auto found =
        CityAliases::find(cities, gazetteer, "/none", rules_of("US New_York NYC\nDE München Munich Minga\n"));
    ASSERT_TRUE(found) << found.error().message;
    const CitiesByName& filters = found.value().filters();
    EXPECT_EQ(at(filters, "USnyc"), CityNumbers{3});
    EXPECT_EQ(at(filters, "DEminga"), CityNumbers{0});
    EXPECT_EQ(at(filters, "ITflorence"), CityNumbers{2}) << "the nearest of another name";
    EXPECT_EQ(filters.find("DEmunich"), nullptr) << "another town is written so";
    EXPECT_EQ(at(found.value().names(), "munich"), (CityNumbers{0, 1})) << "a query means both";
    EXPECT_EQ(at(found.value().names(), "firenze"), CityNumbers{2});
}

TEST(CityAliases, EachSpellingOfARuleFindsTheRecordsOfTheOthers) {
    const std::vector<RecordCity> cities = {{"US", "newyork", degrees(40.7, -74)},
                                            {"US", "newyorkcity", degrees(40.8, -73.9)},
                                            {"US", "bigapple", degrees(34, -110)},
                                            {"US", "nyc", degrees(40.6, -74.1)}};
    const auto found = CityAliases::find(cities, {}, "/none", rules_of("US New_York NYC New_York_City Big_Apple\n"));
    ASSERT_TRUE(found);
    for (const char* name : {"USnewyork", "USnewyorkcity", "USnyc"}) {
        EXPECT_EQ(at(found.value().filters(), name), (CityNumbers{0, 1, 3})) << name;
    }
    EXPECT_EQ(found.value().filters().find("USbigapple"), nullptr) << "another town is written so";
}

TEST(CityAliases, WardsAreTheirCitys) {
    const std::vector<RecordCity> cities = {{"JP", "京都市中京区", degrees(35, 135.7)},
                                            {"JP", "京都市", degrees(35, 135.8)}};
    const auto found = CityAliases::find(cities, {}, "/none", rules_of("JP 京都市 Kyoto\nJP ending 市\n"));
    ASSERT_TRUE(found);
    for (const char* name : {"京都", "京都市", "kyoto"}) {
        EXPECT_EQ(at(found.value().filters(), std::string("JP") + name), (CityNumbers{0, 1})) << name;
    }
}

TEST(CityRules, RefusesWhatIsNone) {
    for (const char* text : {"US New_York\n", "us New_York NYC\n", "US ! NYC\n", "US New_York !\n", "USA a b\n"}) {
        EXPECT_FALSE(CityRules::read({"names", text})) << text;
    }
}

}  // namespace
}  // namespace bizrec::builder
