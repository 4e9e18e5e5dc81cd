#include "bizrec/place_words/near_place.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bizrec/place/distance.hpp"
#include "t/unit/support/asked_search.hpp"

/// Queries for things near a postal code or a city, and queries whose first words name a place.
namespace bizrec::search::testing {
namespace {

std::string at(unsigned number, const char* name, const char* city, const char* state, const char* code,
               double latitude, double longitude, const char* category = "Bakery") {
    return store(number, name, city,
                 std::string(R"(,"state":")") + state + R"(","zip_code":")" + code + R"(","latitude":)" +
                     std::to_string(latitude) + R"(,"longitude":)" + std::to_string(longitude) +
                     R"(,"business_categories":[")" + category + "\"]");
}

const BuiltIndex& texas() {
    static const BuiltIndex index([] {
        std::vector<std::string> lines;
        unsigned number = 0;
        for (int i = 0; i < 20; ++i) {
            lines.push_back(at(number++, "Tile Works", "Dallas", "TX", "75201", 32.78 + 0.001 * i, -96.80));
            lines.push_back(at(number++, "Tile Works", "Waco", "TX", "76701", 31.55, -97.13 + 0.001 * i));
            lines.push_back(at(number++, "Tile Works", "Austin", "TX", "78701", 30.27, -97.74 + 0.001 * i));
        }
        lines.push_back(at(number++, "Modern Museum", "Dallas", "TX", "75220", 32.86, -96.85, "Museum"));
        lines.push_back(at(number++, "Suburb Museum", "Irving", "TX", "75061", 32.81, -96.94, "Museum"));
        lines.push_back(at(number++, "Far Museum", "Fort Worth", "TX", "76102", 32.75, -97.33, "Museum"));
        lines.push_back(at(number++, "Waco Zoo", "Waco", "TX", "76701", 31.56, -97.14, "Zoo"));
        lines.push_back(store(number++, "Near Me Museum", "Elko"));
        lines.push_back(at(number++, "Trattoria Uno", "Milano", "MI", "20121", 45.47, 9.19, "Italian Restaurant"));
        lines.push_back(at(number++, "Trattoria Due", "Roma", "RM", "00184", 41.90, 12.50, "Italian Restaurant"));
        return lines;
    }());
    return index;
}

SearchResult result_of(const SearchQuery& query) {
    Search search;
    SearchResult result;
    search.run(*texas().generation(), query, result);
    return result;
}

void expect_about(const char* text, const Names& names) {
    const SearchResult result = result_of(words(text));
    EXPECT_EQ(result.radius_metres, NearPlace::radius_metres) << text;
    EXPECT_TRUE(result.in_place) << text;
    EXPECT_EQ(result.reading, Reading::in_place) << text;
    Names found = ask(words(text), texas()).names;
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, names) << text;
}

TEST(NearPlace, ACircleAboutAPostalCodeOrACity) {
    const Names two = {"Modern Museum", "Suburb Museum"};
    expect_about("museum near 75201", two);
    expect_about("museum near Dallas", two);
    expect_about("museum near Dallas TX", two);
    expect_about("museum near Dallas, TX", two);
    expect_about("museum Near  dallas ", two);
    expect_about("museum cerca de Dallas", two);
}

TEST(NearPlace, TheCircleIsAboutTheMiddle) {
    const QueryContext context(*texas().generation());
    TypedTokens tokens;
    NearPlace near(context, tokens);
    const auto find = [&](const SearchQuery& query) {
        tokens.split(query.query);
        return near.find(query);
    };
    for (const char* text : {"museum near 75201", "museum near dallas", "museum near Dallas TX"}) {
        const SearchQuery query = words(text);
        ASSERT_TRUE(find(query)) << text;
        EXPECT_EQ(near.request().query, "museum") << text;
        ASSERT_EQ(near.request().locations.size(), 1U) << text;
        const LocationFilter& circle = near.request().locations[0];
        EXPECT_TRUE(circle.has_circle);
        EXPECT_EQ(circle.radius_metres, NearPlace::radius_metres);
        EXPECT_LT(place::distance_metres(circle.centre, *place::make_position(32.79, -96.80)), 3000) << text;
    }
}

TEST(NearPlace, WhatIsNone) {
    const QueryContext context(*texas().generation());
    TypedTokens tokens;
    NearPlace near(context, tokens);
    const auto find = [&](const SearchQuery& query) {
        tokens.split(query.query);
        return near.find(query);
    };
    for (const char* text : {"museum near me", "near dallas", "near 75201", "museum near", "museum in dallas", "museum",
                             "museum near texas", "museum near 99999", "museum near nowhere", "", "near", "near near",
                             "museum near zzyzx city"}) {
        EXPECT_FALSE(find(words(text))) << text;
    }
    SearchQuery query = words("museum near 75201");
    query.as_typed = true;
    EXPECT_FALSE(find(query)) << "strict";
    query.as_typed = false;
    query.locations.resize(1);
    query.locations[0].city = "Waco";
    EXPECT_FALSE(find(query)) << "it says where itself";
    EXPECT_TRUE(ask(query, texas()).names.empty());
    EXPECT_FALSE(find(named("museum near 75201"))) << "a name";
}

/// If nothing is near the place, the search treats the place's name as words.
TEST(NearPlace, WithoutAHitTheWordsMeanWhatTheyMeanElsewhere) {
    for (const char* text : {"zoo near 75201", "zoo near dallas"}) {
        const SearchResult result = result_of(words(text));
        EXPECT_EQ(result.radius_metres, 0) << text;
        EXPECT_NE(result.reading, Reading::in_place) << text;
    }
    const Answered found = ask(words("near me museum"), texas());
    ASSERT_FALSE(found.names.empty());
    EXPECT_EQ(found.names.front(), "Near Me Museum");
}

TEST(NearPlace, WordsWithErrorsAreDecodedInTheCircle) {
    const SearchResult result = result_of(words("musuem near 75201"));
    EXPECT_EQ(result.reading, Reading::decoded);
    EXPECT_EQ(result.radius_metres, NearPlace::radius_metres);
    EXPECT_EQ(result.rows.size(), 2U);
}

TEST(NearPlace, PagesAreOneList) {
    SearchQuery query = words("museum near 75201");
    const SearchResult whole = result_of(query);
    ASSERT_EQ(whole.rows.size(), 2U);
    query.limit = 1;
    query.has_cursor = true;
    query.cursor_score = whole.rows[0].score;
    query.cursor_id = texas().generation()->uuid[whole.rows[0].docid];
    SearchResult page = result_of(query);
    ASSERT_EQ(page.rows.size(), 1U);
    EXPECT_EQ(page.rows[0].docid, whole.rows[1].docid);
    EXPECT_EQ(page.radius_metres, NearPlace::radius_metres);
    query.cursor_score = page.rows[0].score;
    query.cursor_id = texas().generation()->uuid[page.rows[0].docid];
    page = result_of(query);
    EXPECT_TRUE(page.rows.empty());
    EXPECT_EQ(page.radius_metres, NearPlace::radius_metres) << "behind the last row, too";
}

TEST(PlaceInFront, TheFirstWordsNameWhereTheOthersAre) {
    for (const char* text :
         {"Milano italian restaurant", "Milano italain restaurant", "milano restaurant italian",
          "italian restaurant Milano", "italain restaurant Milano", "italian restaurant in Milano"}) {
        const Answered found = ask(words(text), texas());
        EXPECT_EQ(found.names, Names{"Trattoria Uno"}) << text;
    }
    EXPECT_EQ(result_of(words("Milano italain restaurant")).reading, Reading::decoded);
}

}  // namespace
}  // namespace bizrec::search::testing
