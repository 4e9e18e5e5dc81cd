#include <gtest/gtest.h>

#include "t/unit/support/asked_search.hpp"
#include "t/unit/support/built_index.hpp"

/// The meaning of a place name among the words of a query.
namespace bizrec::search::testing {
namespace {

std::string in_state(unsigned number, const char* name, const char* city, const char* state) {
    return store(number, name, city, std::string(R"(,"state":")") + state + '"');
}

/// Every record of the country has the word "america". In a name the word is still rare, because few names have it.
TEST(SearchPlaces, AWordOfTheCountryCountsInANameAsOneOfNames) {
    std::vector<std::string> records{store(0, "Tomball Museum", "Tomball"), store(1, "Bank of America", "Tomball")};
    for (unsigned i = 2; i < 40; ++i) {
        records.push_back(store(i, "Shop " + std::to_string(i), "Reno"));
    }
    const BuiltIndex index(records);
    SearchQuery query = words("america tomball");
    Search search;
    SearchResult result;
    search.run(*index.generation(), query, result);
    ASSERT_EQ(result.rows.size(), 2U);
    std::string best;
    ASSERT_TRUE(index.generation()->append_row_head(result.rows[0].docid, best));
    EXPECT_NE(best.find("Bank of America"), std::string::npos) << best;
    EXPECT_GT(result.rows[0].score, result.rows[1].score);
}

/// Some of the words are enough if a query names a city, but only records in that city are found.
TEST(SearchPlaces, SomeOfTheWordsWithinTheCityThatWasNamed) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 40; ++i) {
        records.push_back(store(i, "Drugs Pharmacy", i % 2 == 0 ? "Reno" : "Waco"));
    }
    records.push_back(store(40, "Drugs", "Miami"));
    records.push_back(store(41, "Blue Whale Grill", "Waco"));
    records.push_back(store(42, "Whale Tours", "Miami"));
    const BuiltIndex index(records);
    const auto expect = [&](const char* typed, const std::vector<std::string>& names, Reading reading) {
        const Answered answered = ask(words(typed), index);
        EXPECT_EQ(answered.names, names) << typed;
        EXPECT_EQ(answered.reading, reading) << typed;
        EXPECT_EQ(answered.total, names.size()) << typed;
        SearchQuery strict = words(typed);
        strict.as_typed = true;
        EXPECT_EQ(ask(strict, index).total, 0U) << typed;
    };
    expect("drugs pharmacy miami", {"Drugs"}, Reading::decoded);
    expect("drugs pharmacy in miami", {"Drugs"}, Reading::decoded);
    expect("drugs pharmacy whale tours miami", {"Whale Tours", "Drugs"}, Reading::most_words);
    // The only record of that name is in another city, so there is no row.
    expect("blue grill miami", {}, Reading::all_words);
}

/// A query has "Washington" twice, once mistyped. Both must count: one as a word of the name, one as the place.
TEST(SearchPlaces, ANameTypedTwiceMayHaveAnErrorOnce) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 60; ++i) {
        records.push_back(
            in_state(i, i % 2 == 0 ? "Northeast Farmers Market" : "Tile Works", "Colville", "Washington"));
    }
    records.push_back(in_state(60, "Northeast Washington Farmers Market", "Colville", "Washington"));
    records.push_back(in_state(61, "Washington Farmers Market", "Washington", "Vermont"));
    const BuiltIndex index(records);
    for (const char* typed : {"washington farmers market washington", "washingoton farmers market washington",
                              "Washingtn Farmers Market, Washington"}) {
        EXPECT_EQ(ask(words(typed), index).names.front(), "Washington Farmers Market") << typed;
    }
    EXPECT_EQ(ask(words("farmers market washington"), index).names.front(), "Northeast Washington Farmers Market");
}

/// "donut shop boston" must not find a donut shop in Belton, nor "bar in Austin" a bar in Austria.
TEST(SearchPlaces, TheNameOfAPlaceIsMeantAsTyped) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 40; ++i) {
        records.push_back(store(i, "Donut House", "Reno"));
    }
    records.push_back(store(40, "Donut Shop", "Belton"));
    for (unsigned i = 60; i < 70; ++i) {
        records.push_back(in_state(i, "Gift Shop", "Boston", "MA"));
    }
    records.push_back(store(42, "Donat Shop", "Waco"));
    records.push_back(store(43, "Harbour Bar", "Austria"));
    records.push_back(store(44, "Tile Works", "Austin"));
    const BuiltIndex index(records);
    EXPECT_TRUE(ask(words("donut shop boston"), index).names.empty()) << "nor any other shop in Boston";
    EXPECT_TRUE(ask(words("bar in Austin"), index).names.empty()) << "no bar is there";
    EXPECT_TRUE(ask(words("bar Austin"), index).names.empty());
    // A town that does not exist is an error to correct, and so is a misspelt word before the place.
    EXPECT_EQ(ask(words("donut shop beltin"), index).names, Names{"Donut Shop"});
    EXPECT_EQ(ask(words("donat shop belton"), index).names, Names{"Donut Shop"});
}

/// Three states have a Springfield. Most records are in the one in Missouri. "Copper Kettle" is in all three and in
/// Waco, "Copper Kettle Too" in two.
const BuiltIndex& springfields() {
    static const BuiltIndex index([] {
        std::vector<std::string> records;
        for (unsigned i = 0; i < 8; ++i) {
            records.push_back(
                in_state(i, i % 2 == 0 ? "Copper Kettle" : "Copper Kettle Too", "Springfield", i < 4 ? "IL" : "MO"));
        }
        records.push_back(in_state(8, "Copper Kettle", "Springfield", "OR"));
        for (unsigned i = 9; i < 20; ++i) {
            records.push_back(in_state(i, "Tile Works", "Springfield", "MO"));
        }
        records.push_back(in_state(20, "Copper Kettle", "Waco", "TX"));
        return records;
    }());
    return index;
}

/// A city, its state and its postal code only say where. If a query has other words, a record must match some of them,
/// too.
TEST(SearchPlaces, AnAddressAloneIsNoAnswerToWhoAskedForSomethingThere) {
    const store::Generation& generation = *springfields().generation();
    const auto rows_of = [&generation](const char* text) {
        Search search;
        SearchResult found;
        search.run(generation, words(text), found);
        return found.rows.size();
    };
    for (const char* text : {"waco springfield il", "qqqqxxz springfield il", "qqqqxxz zzyzx springfield il 62701"}) {
        EXPECT_EQ(rows_of(text), 0U) << text;
    }
    EXPECT_EQ(rows_of("springfield il"), 4U) << "nothing else was asked for";
    EXPECT_EQ(rows_of("kettle springfield il"), 4U);
    EXPECT_EQ(rows_of("kettel springfield il"), 4U) << "a spelling is there";
}

/// "history museum in orlando, fl" left "orlando" out, and found the museums of all of Florida.
TEST(SearchPlaces, TheCityBeforeAStateIsNotLeftOut) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 40; ++i) {
        records.push_back(
            in_state(i, i % 2 == 0 ? "Tile Works" : "Kettle King", i % 2 == 0 ? "Houston" : "Waco", "TX"));
    }
    for (unsigned i = 40; i < 1000; ++i) {
        records.push_back(in_state(i, "Paper Lantern", "Reno", "NV"));
    }
    const BuiltIndex index(records);
    for (const char* text : {"kettle king in houston, tx", "kettle king houston tx", "kettel king houston texas"}) {
        EXPECT_EQ(ask(words(text), index).names, Names{}) << text;
    }
    EXPECT_EQ(ask(words("kettle king waco tx"), index).names.front(), "Kettle King");
}

/// A brand's own record names no city. A query for the brand in a city finds it, but not the brand's records in other
/// cities or countries.
TEST(SearchPlaces, ABrandThatSaysNoCityMayBeInTheOneNamed) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 40; ++i) {
        records.push_back(in_state(i, "Tile Works", i % 2 == 0 ? "Houston" : "Reno", i % 2 == 0 ? "TX" : "NV"));
    }
    records.push_back(in_state(40, "Kettle King", "Reno", "NV"));
    records.push_back(in_state(41, "Kettle King Supplies", "Reno", "NV"));
    records.push_back(store(42, "Kettle King", "", R"(,"business_type":"of a country")"));
    records.push_back(R"({"store_id":"00000000-0000-4000-8000-000000001043","business_name":"Kettle King"})");
    records.push_back(R"({"store_id":"00000000-0000-4000-8000-000000001044","business_name":"Kettle Works"})");
    records.push_back(R"({"store_id":"00000000-0000-4000-8000-000000001045","business_name":"Kettle King",)"
                      R"("country":"DE"})");
    const BuiltIndex index(records);
    const Names brand{"Kettle King", "Kettle King"};
    for (const char* text : {"kettle king houston", "kettle king houston tx", "kettle king in houston, tx 77002",
                             "kettel king houston tx", "kettleking houston tx", "kettle king near houston tx"}) {
        EXPECT_EQ(ask(words(text), index).names, brand) << text;
        EXPECT_EQ(ask(words(text), index).reading, Reading::decoded) << text;
    }
    EXPECT_EQ(ask(words("kettle king reno nv"), index).names.size(), 2U) << "those that are there";
    EXPECT_EQ(ask(words("king houston tx"), index).names, Names()) << "no name";
    SearchQuery elsewhere = words("kettle king houston tx");
    elsewhere.locations.emplace_back().city = "Reno";
    EXPECT_EQ(ask(elsewhere, index).names, (Names{"Kettle King", "Kettle King Supplies"})) << "only those of its place";
}

/// Most records with the word "davis" are not in the town, so it is no place. But it is no description either:
/// "chipotle store davis" meant a Chipotle anywhere, and so did "heb davis".
TEST(SearchPlaces, AWordThatAlsoNamesACityDescribesNoBusiness) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 400; ++i) {
        records.push_back(in_state(i, i < 60 ? "Davis Tile" : "Tile Grill", "Reno", "NV"));
    }
    for (unsigned i = 0; i < 40; ++i) {
        records.push_back(in_state(400 + i, "Bellhop", i == 0 ? "Davis" : "Reno", i == 0 ? "CA" : "NV"));
        records.push_back(in_state(440 + i, "Kettle", "Reno", "NV"));
    }
    records.push_back(R"({"store_id":"00000000-0000-4000-8000-000000001480","business_name":"Copper Pan"})");
    const BuiltIndex index(records);
    EXPECT_EQ(ask(words("bellhop davis"), index).names, Names{"Bellhop"});
    EXPECT_EQ(ask(words("bellhop grill davis"), index).names, Names{"Bellhop"});
    EXPECT_EQ(ask(words("kettle davis"), index).names, Names());
    EXPECT_EQ(ask(words("copper pan davis"), index).names, Names{"Copper Pan"}) << "says no place";
    EXPECT_EQ(ask(words("kettle grill"), index).names, Names(40, "Kettle"));
}

/// The null reading also leaves out what describes no record. "best sushi springfield" meant sushi anywhere, although
/// "sushi springfield" meant nothing.
TEST(SearchPlaces, WordsThatDescribeNoRecordMakeNoWorseReadingGood) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 900; ++i) {
        records.push_back(
            in_state(i, i < 8 ? "Sushi" : "Tile Works", i % 2 == 0 ? "Reno" : "Houston", i % 2 == 0 ? "NV" : "TX"));
    }
    for (unsigned i = 900; i < 930; ++i) {
        records.push_back(in_state(i, "Best Tile", "Springfield", "IL"));
    }
    const BuiltIndex index(records);
    for (const char* text : {"sushi springfield", "best sushi springfield", "best cheap sushi in springfield"}) {
        EXPECT_EQ(ask(words(text), index).names, Names()) << text;
    }
    EXPECT_EQ(ask(words("best sushi reno"), index).names.size(), 4U);
}

/// "starbucks plainfield airport" once meant a Starbucks anywhere: "plainfield" was taken for a description.
TEST(SearchPlaces, WordsAfterTheCityDescribeTheBusinessThere) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 400; ++i) {
        records.push_back(in_state(i, "Tile Works", i % 2 == 0 ? "Houston" : "Reno", i % 2 == 0 ? "TX" : "NV"));
    }
    for (unsigned i = 0; i < 40; ++i) {
        records.push_back(in_state(400 + i, "Bellhop", i < 4 ? "Houston" : "Reno", i < 4 ? "TX" : "NV"));
    }
    records.push_back(in_state(440, "Harbor Airport", "Salem", "OR"));
    records.push_back(in_state(441, "Northern Lights Mall", "Salem", "OR"));
    const BuiltIndex index(records);
    const Names there(4, "Bellhop");
    for (const char* text : {"bellhop houston airport", "bellhop, houston - mall", "bellhop in houston airport",
                             "bellhop houston northern mall", "bellhop houston tx airport", "belhop houston airport"}) {
        const Answered asked = ask(words(text), index);
        EXPECT_EQ(asked.names, there) << text;
        EXPECT_EQ(asked.reading, Reading::decoded) << text;
    }
    EXPECT_EQ(ask(words("works houston airport"), index).names, Names()) << "no name";
    EXPECT_EQ(ask(words("harbor salem airport"), index).names, Names{"Harbor Airport"}) << "the record with all words";
}

/// "bellhop houston" must find the brand Bellhop, although most records with that word have more words in their names.
TEST(SearchPlaces, ABrandInACityIsFoundThoughMoreRecordsHaveItsWordThanItsName) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 400; ++i) {
        records.push_back(in_state(i, "Tile Works", i % 2 == 0 ? "Houston" : "Reno", i % 2 == 0 ? "TX" : "NV"));
    }
    const auto brand = [](unsigned number, const std::string& name) {
        return R"({"store_id":"00000000-0000-4000-8000-00000000)" + std::to_string(2000 + number) +
               R"(","business_name":")" + name + R"("})";
    };
    for (unsigned i = 0; i < 12; ++i) {
        records.push_back(brand(i, "Bellhop Suites " + std::string(1, static_cast<char>('A' + i))));
    }
    EXPECT_EQ(ask(words("bellhop houston tx"), BuiltIndex(records)).names, Names()) << "no record has that name";
    records.push_back(brand(12, "Bellhop"));
    const BuiltIndex index(records);
    for (const char* text : {"bellhop houston tx", "bellhop houston", "belhop houston"}) {
        const Names found = ask(words(text), index).names;
        ASSERT_FALSE(found.empty()) << text;
        EXPECT_EQ(found.front(), "Bellhop") << text;
    }
}

/// "Washington DC" once meant every Washington of the United States.
TEST(SearchPlaces, ANameOfACityWithItsStateMeansOnlyTheCityInThatState) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 9; ++i) {
        const char* const state = i < 4 ? "DC" : i < 8 ? "NJ" : "";
        records.push_back(store(i, "Copper Kettle", "Washington", std::string(R"(,"state":")") + state + "\""));
    }
    records.push_back(store(9, "Copper Kettle", "Reno", R"(,"state":"NV")"));
    const BuiltIndex index(records);
    for (const char* text : {"copper kettle washington dc", "copper kettle in washington dc", "copper kettle in dc"}) {
        EXPECT_EQ(ask(words(text), index).total, 5U) << text << ": one record says no state";
    }
    EXPECT_EQ(ask(words("copper kettle washington nj"), index).names.size(), 4U);
    SearchQuery query = words("copper kettle");
    LocationFilter city;
    city.country = "US";
    city.city = "Washington DC";
    query.locations = {city};
    EXPECT_EQ(ask(query, index).total, 5U);
    query.locations.front().city = "Washington";
    EXPECT_EQ(ask(query, index).total, 9U);
}

/// "kfc portland or" once had no rows, and "kfc portland oregon" the brand.
TEST(SearchPlaces, AWordAfterACityMayBeTheCodeOfItsState) {
    std::vector<std::string> records{store(0, "Kettle", "", R"(,"brand_name":"Kettle")")};
    for (unsigned i = 1; i < 60; ++i) {
        const std::string state = i % 3 == 0 ? "OR" : i % 3 == 1 ? "ME" : "IN";
        records.push_back(store(i, "Tile Works", i % 3 == 2 ? "Columbus" : "Portland", R"(,"state":")" + state + "\""));
    }
    const BuiltIndex index(records);
    for (const char* text :
         {"kettle portland or", "kettle portland oregon", "kettle portland me", "kettle columbus in"}) {
        EXPECT_EQ(ask(words(text), index).names, Names{"Kettle"}) << text;
    }
    EXPECT_EQ(ask(words("kettle columbus or"), index).names, Names{}) << "no Columbus of Oregon";
}

/// Among records with equally good names, those in the largest of several towns of one name come first.
TEST(SearchPlaces, TheLargestTownOfANameComesFirst) {
    const store::Generation& generation = *springfields().generation();
    for (const char* text : {"copper kettle springfield", "copper kettle in springfield"}) {
        Search search;
        SearchResult all;
        search.run(generation, words(text), all);
        ASSERT_EQ(all.rows.size(), 9U) << text;
        for (std::size_t i = 0; i < all.rows.size(); ++i) {
            std::string record;
            ASSERT_TRUE(generation.append_row_head(all.rows[i].docid, record));
            const bool is_short = record.find("Too") == std::string::npos;
            const bool is_in_missouri = record.find("\"MO\"") != std::string::npos;
            EXPECT_EQ(is_in_missouri, i < 2 || i == 5 || i == 6) << text << ", row " << i << ": " << record;
            EXPECT_EQ(is_short, i < 5) << text << ", row " << i << ": a name tells more than a town's size";
        }
        for (const std::uint32_t limit : {1U, 2U, 4U, 50U}) {
            SearchQuery query = words(text);
            query.limit = limit;
            std::vector<std::uint32_t> walked;
            do {
                SearchResult page;
                search.run(generation, query, page);
                EXPECT_EQ(page.total, all.rows.size());
                for (const SearchRow& row : page.rows) {
                    ASSERT_LT(walked.size(), all.rows.size());
                    EXPECT_EQ(row.score, all.rows[walked.size()].score);
                    walked.push_back(row.docid);
                }
                if (page.rows.empty()) {
                    break;
                }
                query.has_cursor = true;
                query.cursor_score = page.rows.back().score;
                query.cursor_id = generation.uuid[page.rows.back().docid];
            } while (true);
            ASSERT_EQ(walked.size(), all.rows.size());
            for (std::size_t i = 0; i < walked.size(); ++i) {
                EXPECT_EQ(walked[i], all.rows[i].docid) << text << ", pages of " << limit << ", row " << i;
            }
        }
    }
    Search search;
    SearchResult result;
    const SearchQuery query = words("copper kettle in springfield");
    search.run(generation, query, result);
    ASSERT_EQ(result.reading, Reading::in_place);
    for (const std::size_t row : {0U, 2U, 8U}) {
        const std::string text = explained(generation, query, result.rows[row].docid);
        EXPECT_NE(text.find(std::to_string(result.rows[row].score)), std::string::npos) << text;
        EXPECT_EQ(text.find("no other \"springfield\" has more records: +4") != std::string::npos, row == 0) << text;
    }
}

/// "university of washington" must begin with the record that has Washington in its name, before others in that state.
TEST(SearchPlaces, ANameThatHoldsAStateComesBeforeOthersInIt) {
    const BuiltIndex index({in_state(0, "University of Puget Sound", "Tacoma", "WA"),
                            in_state(1, "University of Washington-Seattle Campus", "Seattle", "WA"),
                            in_state(2, "City University", "Seattle", "WA"),
                            in_state(3, "University of Portland", "Portland", "OR"),
                            in_state(4, "Washington University", "St. Louis", "MO")});
    const Answered named = ask(words("university of washington"), index);
    EXPECT_EQ(named.reading, Reading::in_place);
    ASSERT_EQ(named.names.size(), 4U);
    EXPECT_EQ(named.names.front(), "University of Washington-Seattle Campus");
    EXPECT_EQ(named.names.back(), "Washington University") << "elsewhere";
    const Answered stated = ask(words("university in Washington"), index);
    EXPECT_EQ(stated.reading, Reading::in_place);
    ASSERT_EQ(stated.names.size(), 4U);
    EXPECT_EQ(stated.names.front(), "City University") << "a place, and no part of a name";
    EXPECT_EQ(ask(words("university At Washington"), index).names.front(), "University of Washington-Seattle Campus");

    const store::Generation& generation = *index.generation();
    const SearchQuery query = words("university of washington");
    Search search;
    SearchResult result;
    search.run(generation, query, result);
    for (std::size_t row = 0; row < result.rows.size(); ++row) {
        const std::string text = explained(generation, query, result.rows[row].docid);
        EXPECT_NE(text.find(std::to_string(result.rows[row].score)), std::string::npos) << text;
        EXPECT_EQ(text.find("has the words of \"washington\" in its name") != std::string::npos, row == 0) << text;
    }
}

/// "west virginia" must not be read as the word "west" in Virginia.
TEST(SearchPlaces, APlaceIsNotCutIntoAWordAndAnotherPlace) {
    const BuiltIndex index({in_state(0, "Town of West Point", "West Point", "VA"),
                            in_state(1, "State University", "Institute", "WV"),
                            in_state(2, "West Virginia University", "Morgantown", "WV")});
    const Answered whole = ask(words("west virginia"), index);
    EXPECT_EQ(whole.reading, Reading::all_words);
    ASSERT_FALSE(whole.names.empty());
    EXPECT_EQ(whole.names.front(), "West Virginia University");
    const Answered cut = ask(words("west in virginia"), index);
    EXPECT_EQ(cut.reading, Reading::in_place);
    ASSERT_FALSE(cut.names.empty());
    EXPECT_EQ(cut.names.front(), "Town of West Point");
}

/// "library london" must not mean the library of Lyndon, because London is a place.
TEST(SearchPlaces, ATypedCityIsRarelyMeantAsAnother) {
    std::vector<std::string> lines{store(0, "Village Library", "Lyndon")};
    for (unsigned i = 1; i < 4; ++i) {
        lines.push_back(store(i, "Lyndon Library", "Lyndon"));
    }
    for (unsigned i = 4; i < 40; ++i) {
        lines.push_back(store(i, "Page Museum", "London"));
    }
    for (unsigned i = 40; i < 3000; ++i) {
        lines.push_back(store(i, i % 8 == 0 ? "Center Library" : "Bank of Tile Works", "Reno"));
    }
    const BuiltIndex index(lines);
    ASSERT_TRUE(index.generation());
    EXPECT_TRUE(ask(words("library london"), index).names.empty());
    EXPECT_FALSE(ask(words("library lyndom"), index).names.empty()) << "no place, so it may be mistyped";
}

/// "car wash" must not be read as "car" in the state of Washington.
TEST(SearchPlaces, AWordOfNamesElsewhereIsNoState) {
    std::vector<std::string> records;
    for (unsigned i = 0; i < 8; ++i) {
        records.push_back(in_state(i, "Blue Car Wash", "Reno", "NV"));
        records.push_back(in_state(10 + i, "Antique Car Museum", "Tacoma", "WA"));
        records.push_back(in_state(20 + i, "Washington Car Club", i < 4 ? "Tacoma" : "Reno", i < 4 ? "WA" : "NV"));
    }
    const BuiltIndex index(records);
    const Answered wash = ask(words("car wash"), index);
    EXPECT_EQ(wash.reading, Reading::all_words);
    ASSERT_FALSE(wash.names.empty());
    EXPECT_EQ(wash.names.front(), "Blue Car Wash");
    const Answered stated = ask(words("car in wash"), index);
    EXPECT_EQ(stated.reading, Reading::in_place);
    ASSERT_FALSE(stated.names.empty());
    EXPECT_NE(stated.names.front(), "Blue Car Wash");
    EXPECT_EQ(ask(words("car Washington"), index).reading, Reading::in_place) << "half of these names are there";
}

/// A record calls its city "Reno Nevada". The state must still be found.
TEST(SearchPlaces, ACityAndItsStateInOneFieldHideNoState) {
    const BuiltIndex index({in_state(0, "Reno Club", "Elko", "NV"), in_state(1, "Tile Works", "Reno Nevada", "NV")});
    EXPECT_EQ(ask(words("reno nevada"), index).reading, Reading::in_place);
}

}  // namespace
}  // namespace bizrec::search::testing
