#include <gtest/gtest.h>

#include "t/unit/support/asked_search.hpp"
#include "t/unit/support/built_index.hpp"

/// Everyday names of categories: lmdb_builder/rules/category_names.txt.
namespace bizrec::search::testing {
namespace {

/// Records of one category without its everyday name.
const BuiltIndex& town() {
    static const BuiltIndex index([] {
        std::vector<std::string> lines;
        const auto add = [&lines](const std::string& name, int times, const char* city, const char* category) {
            const std::string more = std::string(R"(,"business_categories":[")") + category + "\"]";
            for (int i = 0; i < times; ++i) {
                lines.push_back(store(static_cast<unsigned>(lines.size()), name, city, more));
            }
        };
        add("Odeon", 6, "Dallas", "cinema");
        add("Roxy", 4, "Reno", "cinema");
        add("Theater Mart", 1, "Elko", "movie posters");
        add("Exxon", 5, "Dallas", "fuel");
        add("Blue Room", 8, "Reno", "cafe");
        add("Bean House", 8, "Dallas", "coffee shop");
        add("Care Home", 2, "Dallas", "social facility");
        add("Scissors", 5, "Reno", "hairdresser");
        add("Wok", 7, "Elko", "fast food");
        add("Bank of Tile Works", 400, "Elko", "trade");
        return lines;
    }());
    return index;
}

/// "movie theater" once found only the record that has these words by chance.
TEST(CategoryNames, AnEverydayNameFindsTheCategory) {
    EXPECT_EQ(ask(words("movie theater"), town()).names.size(), 10U);
    EXPECT_EQ(ask(words("movie theater dallas"), town()).names, Names(6, "Odeon"));
    EXPECT_EQ(ask(words("gas station"), town()).names, Names(5, "Exxon"));
    EXPECT_EQ(ask(words("exxon gas station"), town()).names, Names(5, "Exxon"));
    EXPECT_EQ(ask(words("cinema"), town()).names.size(), 10U);
}

TEST(CategoryNames, ALabelOfRecordsIsReadAsTypedWhereItHasHits) {
    EXPECT_EQ(ask(words("cafe"), town()).names, Names(8, "Blue Room"));
    EXPECT_EQ(ask(words("cafe dallas"), town()).names, Names(8, "Bean House")) << "and not \"care\"";
    EXPECT_EQ(ask(words("coffee shop dallas"), town()).names, Names(8, "Bean House"));
}

TEST(CategoryNames, AWiderNameFindsNarrowerOnesButNotTheOtherWayRound) {
    EXPECT_EQ(ask(words("restaurant elko"), town()).names, Names(7, "Wok"));
    EXPECT_EQ(ask(words("sushi elko"), town()).names, Names{});
}

/// "movie theater dallas" once found a cinema in Walla Walla, because "dallas" was read as "walla".
TEST(CategoryNames, TheOtherWordsStayAsTyped) {
    EXPECT_EQ(ask(words("gas station rene"), town()).names, Names{}) << "Reno has none";
    EXPECT_EQ(ask(words("gas station elko"), town()).names, Names{});
}

TEST(CategoryNames, AfterANameTheyDescribeIt) {
    EXPECT_EQ(ask(words("wok movie theater"), town()).names, Names(7, "Wok"));
}

/// "best doughnut shop in philadelphia" found nothing: the name of a category was only a description there.
TEST(CategoryNames, AfterBestTheyAreWhatIsWanted) {
    for (const char* text : {"best gas station in dallas", "where is the nearest gas station dallas"}) {
        EXPECT_EQ(ask(words(text), town()).names, Names(5, "Exxon")) << text;
    }
}

/// "starbucks cafe las vegas" once found a record elsewhere with the name Starbucks Cafe.
TEST(CategoryNames, AreTriedBeforeAPlaceIsLeftOut) {
    std::vector<std::string> records = {store(0, "Starbucks Cafe", "Reno")};
    for (unsigned i = 1; i <= 5; ++i) {
        records.push_back(store(i, "Starbucks", "Dallas", R"(,"business_categories":["coffee shop"])"));
    }
    const BuiltIndex index(records);
    EXPECT_EQ(ask(words("starbucks cafe dallas"), index).names, Names(5, "Starbucks"));
    EXPECT_EQ(ask(words("starbucks cafe reno"), index).names, Names{"Starbucks Cafe"});
}

TEST(CategoryNames, TheNameOfARecordIsReadAsTyped) {
    const BuiltIndex index({store(0, "Gas Station", "Reno"),
                            store(1, "Exxon", "Reno", R"(,"business_categories":["fuel"])"),
                            store(2, "Shell", "Reno", R"(,"business_categories":["fuel"])")});
    EXPECT_EQ(ask(words("gas station"), index).names, Names{"Gas Station"});
}

/// "gas sation" once found the records with the words "gas station", and "hair saloon" no hairdresser.
TEST(CategoryNames, AMisspeltNameOfACategoryIsThatName) {
    for (const char* query : {"gas sation", "gas station", "gasstation", "gas staiton"}) {
        EXPECT_EQ(ask(words(query), town()).names, Names(5, "Exxon")) << query;
    }
    EXPECT_EQ(ask(words("hair saloon"), town()).names, Names(5, "Scissors"));
    EXPECT_EQ(ask(words("moive theater dallas"), town()).names, Names(6, "Odeon"));
    EXPECT_EQ(ask(words("hares alone"), town()).names, Names{}) << "two errors are no name of a category";
    EXPECT_EQ(ask(words("brannigan hair saloon"), town()).names, Names{});
}

TEST(CategoryNames, StoreNameKeepsThem) {
    SearchQuery query;
    query.store_name = "movie theater";
    EXPECT_EQ(ask(query, town()).names, Names{});
    query.store_name = "moive theater";
    EXPECT_EQ(ask(query, town()).names, Names{});
}

/// A name with an everyday category is not answered with all businesses of the category.
TEST(CategoryNames, AnUnknownNameIsNotTheWholeCategory) {
    EXPECT_EQ(ask(words("brannigan hair salon"), town()).names, Names{});
    EXPECT_EQ(ask(words("hair salon dallas"), town()).names, Names{}) << "nor is one in another town";
    EXPECT_EQ(ask(words("hair salon reno"), town()).names, Names(5, "Scissors"));
}

}  // namespace
}  // namespace bizrec::search::testing
