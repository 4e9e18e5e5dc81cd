#include <gtest/gtest.h>

#include "t/unit/support/asked_search.hpp"

/// Requests that have hits as typed but mean something else, and similar requests that mean what is typed.
namespace bizrec::search::testing {
namespace {

/// Collects records for an index. add() adds `times` records of one name.
class Shops {
public:
    Shops& add(const char* name, int times, const char* city = "Reno", const char* more = "") {
        for (int i = 0; i < times; ++i) {
            lines_.push_back(store(static_cast<unsigned>(lines_.size()), name, city, more));
        }
        return *this;
    }
    BuiltIndex index() const { return BuiltIndex(lines_); }

private:
    std::vector<std::string> lines_;
};

void expect_first(const BuiltIndex& index, SearchQuery query, const char* name, Reading reading) {
    query.limit = 1000;
    const Answered found = ask(query, index);
    const std::string text = query.query + query.store_name;
    ASSERT_FALSE(found.names.empty()) << text;
    EXPECT_EQ(found.names.front(), name) << text;
    EXPECT_EQ(names_of(found.reading).name, std::string(names_of(reading).name)) << text;
}

TEST(SearchDoubt, AMightyNeighbourIsMeantRatherThanAWordThatSomeRecordHas) {
    const BuiltIndex index = Shops()
                                 .add("Krogger Clinic", 1)
                                 .add("Kroger", 200)
                                 .add("Resturant Supply", 1)
                                 .add("Harbour Restaurant", 400, "Reno", R"(,"business_categories":["Restaurant"])")
                                 .add("Tile Works", 100)
                                 .index();
    expect_first(index, words("krogger"), "Kroger", Reading::decoded);
    expect_first(index, words("resturant"), "Harbour Restaurant", Reading::decoded);
    expect_first(index, words("krogger clinic"), "Krogger Clinic", Reading::all_words);
    expect_first(index, words("resturant supply"), "Resturant Supply", Reading::all_words);
    expect_first(index, words("kroger"), "Kroger", Reading::all_words);
    expect_first(index, named("krogger"), "Kroger", Reading::decoded);
    SearchQuery strict = words("krogger");
    strict.as_typed = true;
    expect_first(index, strict, "Krogger Clinic", Reading::all_words);
}

TEST(SearchDoubt, WhatIsWrittenAsAWholeNameIsNeverReadOtherwise) {
    const BuiltIndex index = Shops()
                                 .add("Krogger", 1)
                                 .add("Kroger", 200)
                                 .add("Shop Rite", 1)
                                 .add("ShopRite", 200)
                                 .add("Golden Ancor", 1)
                                 .add("Golden Anchor", 200)
                                 .index();
    expect_first(index, words("krogger"), "Krogger", Reading::all_words);
    expect_first(index, words("Krogger"), "Krogger", Reading::all_words);
    expect_first(index, words("shop rite"), "Shop Rite", Reading::all_words);
    expect_first(index, words("golden ancor"), "Golden Ancor", Reading::all_words);
    expect_first(index, named("krogger"), "Krogger", Reading::all_words);
    expect_first(index, named("golden ancor"), "Golden Ancor", Reading::all_words);
}

/// "shop rite" must find ShopRite, although one Rite Aid has the category "Shop" and so both words.
TEST(SearchDoubt, ANameWithASpaceIsMeantRatherThanTwoWordsOfSomeRecord) {
    const BuiltIndex index = Shops()
                                 .add("Rite Aid", 1, "Reno", R"(,"business_categories":["Shop"])")
                                 .add("Rite Aid", 20)
                                 .add("ShopRite", 200)
                                 .add("Gift Shop", 30)
                                 .index();
    expect_first(index, words("shop rite"), "ShopRite", Reading::decoded);
    expect_first(index, words("rite aid shop"), "Rite Aid", Reading::decoded);
    expect_first(index, words("gift shop"), "Gift Shop", Reading::all_words);
}

/// "best pizza in Dallas" must find all pizza places in Dallas. It once found only Belt Pizza.
TEST(SearchDoubt, AWordThatDescribesNoRecordIsNotSpelled) {
    const BuiltIndex index = Shops()
                                 .add("Slice House", 30, "Dallas", R"(,"business_categories":["Pizza"])")
                                 .add("Belt Pizza", 1, "Dallas")
                                 .add("Tile Works", 200)
                                 .index();
    const Answered found = ask(words("best pizza in Dallas"), index);
    EXPECT_EQ(found.names.size(), 31U);
    EXPECT_EQ(ask(words("belt pizza in Dallas"), index).names.front(), "Belt Pizza");
}

/// One record has "best" by chance. It once was the only answer to "best pizza in Dallas".
TEST(SearchDoubt, AWordThatDescribesNoRecordIsNotLookedForUnlessANameHasIt) {
    const BuiltIndex index =
        Shops()
            .add("Slice House", 40, "Dallas", R"(,"business_categories":["Pizza"])")
            .add("Crust", 1, "Dallas", R"(,"business_categories":["Pizza"],"business_specialty":"Best crust")")
            .add("Best Tile House", 20, "Dallas")
            .add("Tile House", 200, "Dallas")
            .add("Tile Works", 400)
            .index();
    EXPECT_EQ(ask(words("best pizza in Dallas"), index).names.size(), 41U);
    const Answered named = ask(words("tile house best"), index);
    EXPECT_EQ(named.reading, Reading::all_words);
    EXPECT_EQ(named.names, Names(20, "Best Tile House"));
    SearchQuery strict = words("best pizza Dallas");
    strict.as_typed = true;
    EXPECT_EQ(ask(strict, index).names, Names{"Crust"});
}

/// A digit is never corrected to another: "dock4" must not find Dock8, nor "5th ward" the 8th Ward Market.
TEST(SearchDoubt, DigitsAreMeantAsTyped) {
    const BuiltIndex index =
        Shops().add("Dock8", 200).add("8th Ward Market", 100).add("5th Ward Market", 1).add("Tile Works", 100).index();
    EXPECT_TRUE(ask(words("dock4"), index).names.empty());
    expect_first(index, words("5th ward"), "5th Ward Market", Reading::all_words);
    EXPECT_EQ(ask(words("9th ward"), index).reading, Reading::all_words);
    expect_first(index, words("dokc8"), "Dock8", Reading::decoded);
}

/// Words that exist and occur together in a record are meant, even if a similar word is very common.
TEST(SearchDoubt, WordsThatOftenStandTogetherAreNotInDoubt) {
    const BuiltIndex index = Shops()
                                 .add("Thai House", 60, "Reno", R"(,"business_categories":["Restaurant"])")
                                 .add("Tai Chi House", 40)
                                 .add("Book Barn", 50)
                                 .add("Boot Barn", 200)
                                 .index();
    expect_first(index, words("thai house"), "Thai House", Reading::all_words);
    expect_first(index, words("tai chi"), "Tai Chi House", Reading::all_words);
    expect_first(index, words("book barn"), "Book Barn", Reading::all_words);
    expect_first(index, words("boot barn"), "Boot Barn", Reading::all_words);
}

std::uint64_t steps_of(const BuiltIndex& index, const char* text) {
    Search search;
    SearchResult result;
    search.run(*index.generation(), words(text), result);
    return result.visited;
}

/// Two words of a name, and its city: correct queries, of which one in two went to the decoder.
TEST(SearchDoubt, WordsThatMeetByNoChanceAreOnlyInDoubtIfAWordIsRarerThanItsNeighbour) {
    const auto shops_with = [](int ambers) {
        return Shops()
            .add("Amber Old Lantern", 1, "Dallas")
            .add("Amber Grill", ambers)
            .add("Lantern House", 12)
            .add("Ambar Museum", 600)
            .add("Tile Works", 99, "Dallas")
            .add("Tile Works", 1500)
            .index();
    };
    const BuiltIndex index = shops_with(12), rare = shops_with(0);
    expect_first(index, words("lantern amber Dallas"), "Amber Old Lantern", Reading::all_words);
    EXPECT_LT(steps_of(index, "lantern amber Dallas"), 1000U);
    expect_first(rare, words("lantern amber Dallas"), "Amber Old Lantern", Reading::all_words);
    EXPECT_GT(steps_of(rare, "lantern amber Dallas"), 2000U) << "amber may be a mistyped ambar";
}

/// The commonest query of all, a known name and a city, went to the decoder if the index has another form of the name:
/// "starbuck". A name with other spaces still does.
TEST(SearchDoubt, ANameAndItsCityAreOnlyInDoubtIfTheNameHasOtherSpaces) {
    const BuiltIndex index = Shops()
                                 .add("Starbucks", 60)
                                 .add("Starbucks", 3, "Dallas")
                                 .add("Home Depot", 60)
                                 .add("Home Depot", 3, "Dallas")
                                 .add("Homedepot Fans", 1, "Dallas")
                                 .add("Tile Works", 500)
                                 .index();
    expect_first(index, words("starbucks in Dallas"), "Starbucks", Reading::in_place);
    EXPECT_LT(steps_of(index, "starbucks in Dallas"), 1500U);
    EXPECT_EQ(ask(words("homedepot in Dallas"), index).names,
              (Names{"Homedepot Fans", "Home Depot", "Home Depot", "Home Depot"}));
}

/// Words that meet in many records by chance meet in few names.
TEST(SearchDoubt, WordsOfOneNameAreMeant) {
    const auto shops_with = [](const char* name, const char* street) {
        return Shops()
            .add(name, 1, "Dallas", street)
            .add("Oak Grill", 10)
            .add("Tile Works", 900, "Reno", R"(,"business_categories":["Fern Museum"])")
            .add("Pern House", 1500)
            .index();
    };
    const BuiltIndex one = shops_with("Oak and Fern", ""),
                     apart = shops_with("Oak Inn", R"(,"business_categories":["Fern"])");
    expect_first(one, words("fern oak"), "Oak and Fern", Reading::all_words);
    expect_first(apart, words("fern oak"), "Oak Inn", Reading::all_words);
    EXPECT_LT(steps_of(one, "fern oak") + 1000, steps_of(apart, "fern oak"));
}

/// "griggs" found one Kelly Griggs Museum, not the eight shops of Greggs.
TEST(SearchDoubt, ASingleWordIsInDoubtIfItsNeighbourIsAFrequentName) {
    const BuiltIndex index = Shops().add("Kelly Griggs Museum", 1).add("Greggs", 8).add("Tile Works", 500).index();
    expect_first(index, words("griggs"), "Greggs", Reading::decoded);
    expect_first(index, words("griggs museum"), "Kelly Griggs Museum", Reading::all_words);
}

/// "hollister store" found three shops in a town called Hollister.
TEST(SearchDoubt, AWordOfCategoriesMayDescribeABusinessWithFarMoreRecords) {
    const BuiltIndex index = Shops()
                                 .add("CVS", 3, "Hollister", R"(,"business_categories":["Retail Store"])")
                                 .add("Hollister", 40, "Reno")
                                 .add("Starbucks", 60, "Reno")
                                 .add("Starbucks", 1, "Lincoln")
                                 .add("Starbucks Reserve Store", 4, "Reno")
                                 .add("Book Store", 40)
                                 .add("Lincoln Bank", 60)
                                 .add("Tile Works", 500)
                                 .index();
    const Answered described = ask(words("hollister store"), index);
    EXPECT_EQ(described.reading, Reading::decoded);
    ASSERT_EQ(described.names.size(), 43U);
    EXPECT_EQ(described.names[39], "Hollister");
    EXPECT_EQ(ask(words("starbucks store"), index).names, Names(4, "Starbucks Reserve Store")) << "their name has it";
    EXPECT_EQ(ask(words("starbucks lincoln"), index).names, Names{"Starbucks"}) << "a town describes nothing";
    SearchQuery strict = words("hollister store");
    strict.as_typed = true;
    EXPECT_EQ(ask(strict, index).names, Names(3, "CVS"));
}

/// "seven brew" must find 7 Brew, although one Sevens Brew Pub has both words.
TEST(SearchDoubt, ANumberWordMayBeTheDigitOfAName) {
    const BuiltIndex index = Shops().add("Sevens Brew Pub", 1).add("7 Brew", 20).add("Tile Works", 500).index();
    expect_first(index, words("seven brew"), "7 Brew", Reading::decoded);
    expect_first(index, words("sevens brew pub"), "Sevens Brew Pub", Reading::all_words);
}

Names other_words(const BuiltIndex& index, const char* text, Names* searched = nullptr) {
    Search search;
    SearchResult result;
    const SearchQuery query = words(text);
    search.run(*index.generation(), query, result);
    std::vector<std::string_view> found;
    search.list_words(found);
    if (searched != nullptr) {
        searched->assign(found.begin(), found.end());
    }
    search.list_other_words(found);
    return Names(found.begin(), found.end());
}

/// list_other_words() names the words of a second reading that is nearly as likely. The server sends them in the header
/// X-Query-Also.
TEST(SearchDoubt, AnotherReadingThatIsNearlyAsLikelyIsNamed) {
    const BuiltIndex index =
        Shops().add("Starbucks", 60).add("Starbacks", 50).add("Golden Anchor", 40).add("Tile Works", 100).index();
    Names searched;
    EXPECT_EQ(other_words(index, "starbcks", &searched), Names{"starback"});
    EXPECT_EQ(searched, Names{"starbuck"});
    EXPECT_EQ(other_words(index, "goldn anchor", &searched), Names{}) << "nothing else is near";
    EXPECT_EQ(searched, (Names{"golden", "anchor"}));
    EXPECT_EQ(other_words(index, "golden anchor"), Names{}) << "as typed";
    EXPECT_EQ(other_words(index, "zzyzxq"), Names{}) << "nothing at all";
}

/// The best reading is in the place; the next one takes the place's name as a word. The words are the same, so the
/// answer names no other words.
TEST(SearchDoubt, TheSameWordsWithoutThePlaceAreNoOtherReading) {
    const BuiltIndex index = Shops().add("7-Eleven", 60).add("7-Eleven", 10, "Dallas").add("Tile Works", 200).index();
    EXPECT_EQ(other_words(index, "seven eleven dallas"), Names{});
    EXPECT_EQ(other_words(index, "seven eleven in dallas"), Names{});
}

/// A client that names a city wants no shop of that name elsewhere.
TEST(SearchDoubt, ANameThatIsNotInTheCityIsNothing) {
    const BuiltIndex index = Shops().add("Starbucks", 50, "Dallas").add("Tile Works", 300, "Reno").index();
    for (const char* text : {"starbuks reno", "starbucks reno", "starbuks in reno"}) {
        SearchQuery query = words(text);
        query.limit = 1000;
        const Answered found = ask(query, index);
        EXPECT_TRUE(found.names.empty()) << text << ": " << (found.names.empty() ? "" : found.names.front());
    }
    EXPECT_EQ(ask(words("starbuks dallas"), index).names.size(), 50U);
}

/// A number is also read as its word or ordinal, and the reverse: "2" and "two", "fifth" and "5th".
TEST(SearchDoubt, NumbersAreReadAsWords) {
    const BuiltIndex index = Shops()
                                 .add("5th Avenue Bar & Grill", 3)
                                 .add("Two Brothers Pizza", 5, "Dallas")
                                 .add("Fifth Ward Cafe", 2)
                                 .add("Tile Works", 300)
                                 .index();
    for (const char* text : {"fifth avenue bar", "fifth avenue grill", "5th avenue grill"}) {
        const Answered found = ask(words(text), index);
        EXPECT_EQ(found.names, Names(3, "5th Avenue Bar & Grill")) << text;
        EXPECT_NE(found.reading, Reading::most_words) << text;
    }
    EXPECT_EQ(ask(words("2 brothers"), index).names, Names(5, "Two Brothers Pizza"));
    EXPECT_EQ(ask(words("2 brothers dallas"), index).names, Names(5, "Two Brothers Pizza"));
    EXPECT_EQ(ask(words("5th ward"), index).names, Names(2, "Fifth Ward Cafe"));
    EXPECT_EQ(ask(words("5th ward cafe"), index).names, Names(2, "Fifth Ward Cafe"));
}

/// A query for a name that no record has finds nothing, rather than other names.
TEST(SearchDoubt, NothingRatherThanSomethingElse) {
    const BuiltIndex index = Shops().add("Kroger", 200).add("Golden Anchor", 40).add("Tile Works", 100).index();
    for (const char* text : {"hollister", "zq", "wxyz corporation", "hyundai motors", "zzyzx kroger", "xk9"}) {
        const Answered found = ask(words(text), index);
        EXPECT_TRUE(found.names.empty()) << text << ": " << (found.names.empty() ? "" : found.names.front());
    }
}

}  // namespace
}  // namespace bizrec::search::testing
