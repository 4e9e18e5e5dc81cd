#include <gtest/gtest.h>

#include "t/unit/support/asked_search.hpp"
#include "t/unit/support/built_index.hpp"

/// Which word a mistyped one means, if several words resemble it.
namespace bizrec::search::testing {
namespace {

/// "certers" must mean Carter's, although far more records have the word "center".
TEST(MeantWords, OneWordIsMostLikelyANameOrACategory) {
    std::vector<std::string> lines{store(0, "Carter's", "Reno")};
    const char* const tiles = R"(,"business_categories":["Tiles","Shop"])";
    for (unsigned i = 1; i < 300; ++i) {
        lines.push_back(store(i, i % 2 == 0 ? "Center Tile Works" : "Bank of Tile Works", "Elko", tiles));
    }
    for (unsigned i = 300; i < 310; ++i) {
        lines.push_back(store(i, "Quiet Page", "Reno", R"(,"business_categories":["Books","Shop"])"));
    }
    const BuiltIndex index(lines);
    const auto first = [&index](const char* text) {
        SearchQuery query = words(text);
        query.estimate_total = false;
        const Names names = ask(query, index).names;
        return names.empty() ? std::string() : names.front();
    };
    EXPECT_EQ(first("certers"), "Carter's");
    EXPECT_EQ(first("baoks"), "Quiet Page");
    EXPECT_EQ(first("certers tile"), "Center Tile Works") << "two words may be any";
}

/// "krispy cream" must mean Krispy Kreme, and not all records with "cream".
TEST(MeantWords, AWordIsReadByEarBeforeAnotherIsLeftOut) {
    std::vector<std::string> lines{store(0, "Krispy Kreme", "Reno")};
    for (unsigned i = 1; i < 120; ++i) {
        lines.push_back(store(i, "Ice Cream Parlor " + std::to_string(i), "Reno"));
    }
    for (unsigned i = 120; i < 3000; ++i) {
        lines.push_back(store(i, i % 2 == 0 ? "Center Tile Works" : "Bank of Tile Works", "Reno"));
    }
    const BuiltIndex index(lines);
    EXPECT_EQ(ask(words("krispy cream"), index).names, Names{"Krispy Kreme"});
}

/// "lowes dallas" must mean Lowe's, and not a shop in Dallas whose street is Love Field.
TEST(MeantWords, AMistypedWordIsRarelyMeantAsAStreet) {
    std::vector<std::string> lines{store(0, "Lowe's", "", R"(,"brand_name":"Lowe's")")};
    for (unsigned i = 1; i < 3; ++i) {
        lines.push_back(store(i, "Ring Doughnuts", "Dallas", R"(,"street_address":"8008 Love Field Airport")"));
    }
    for (unsigned i = 3; i < 400; ++i) {
        lines.push_back(store(i, i % 2 == 0 ? "Center Tile Works" : "Bank of Tile Works", "Dallas"));
    }
    const BuiltIndex index(lines);
    EXPECT_EQ(ask(words("lowes dallas"), index).names, Names{"Lowe's"});
    EXPECT_EQ(ask(words("love dallas"), index).names.front(), "Ring Doughnuts");
    EXPECT_EQ(ask(words("doughnuts lovve field"), index).names.front(), "Ring Doughnuts") << "nothing else is meant";
}

/// "exxon gas" once found only doughnut shops at the streets of these names.
TEST(MeantWords, ATypedWordIsRarelyMeantAsAStreet) {
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 4; ++i) {
        lines.push_back(store(i, "Ring Doughnuts", "Reno", R"(,"street_address":"Exon Gas Road")"));
    }
    for (unsigned i = 4; i < 10; ++i) {
        lines.push_back(store(i, "Exxon Gas", "Reno"));
    }
    for (unsigned i = 10; i < 400; ++i) {
        lines.push_back(store(i, "Bank of Tile Works", "Dallas"));
    }
    const BuiltIndex index(lines);
    EXPECT_EQ(ask(words("exon gas"), index).names, Names(6, "Exxon Gas"));
}

/// "walmart supercenter houston" once had no rows, and "chipotle mexican grill" those of other grills.
TEST(MeantWords, WordsAfterANameMayDescribeTheBusiness) {
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 20; ++i) {
        lines.push_back(store(i, "Chipotle", "Reno"));
    }
    lines.push_back(store(20, "Walmart", "", R"(,"brand_name":"Walmart")"));
    lines.push_back(store(21, "Supercenter of Tiles", "Elko"));
    for (unsigned i = 22; i < 42; ++i) {
        lines.push_back(store(i, "Salsa Mexican Grill", "Reno"));
    }
    for (unsigned i = 42; i < 2000; ++i) {
        lines.push_back(store(i, i % 2 == 0 ? "Center Tile Works" : "Bank of Tile Works", "Houston"));
    }
    const BuiltIndex index(lines);
    EXPECT_EQ(ask(words("chipotle mexican grill"), index).names.front(), "Chipotle");
    EXPECT_EQ(ask(words("chipotle mexican grill reno"), index).names.front(), "Chipotle");
    EXPECT_EQ(ask(words("walmart supercenter"), index).names, Names{"Walmart"});
    EXPECT_EQ(ask(words("walmart supercenter houston"), index).names, Names{"Walmart"});
    EXPECT_NE(ask(words("chippotle mexican grill"), index).names.front(), "Chipotle") << "only a name without an error";
    EXPECT_EQ(ask(words("walmart 21"), index).names, Names{}) << "a number describes nothing";
    EXPECT_EQ(ask(words("mexican supercenter"), index).names, Names{}) << "mexican is no name";
    EXPECT_EQ(ask(words("walmart chipotle"), index).names, Names{}) << "two names";
}

/// "cvs pharmacy dallas tx" found the brand, which says no city, and "aldi grocery store chicago il" nothing.
TEST(MeantWords, AnAddressMayFollowADescription) {
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 20; ++i) {
        lines.push_back(store(i, "Walmart", i % 2 == 0 ? "Reno" : "Elko", R"(,"state":"NV")"));
    }
    lines.push_back(store(20, "Supercenter of Tiles", "Elko", R"(,"state":"NV")"));
    lines.push_back(store(21, "Grocery", "Walmarte", R"(,"state":"NV")"));
    for (unsigned i = 22; i < 2000; ++i) {
        lines.push_back(store(i, i % 2 == 0 ? "Center Store" : "Bank of Tile Works", "Reno", R"(,"state":"NV")"));
    }
    const BuiltIndex index(lines);
    for (const char* text : {"walmart supercenter elko nv", "walmart supercenter in elko nevada",
                             "walmart grocery store elko nv", "walmart grocery store elko"}) {
        const Answered found = ask(words(text), index);
        EXPECT_EQ(found.names.size(), 10U) << text;
        EXPECT_EQ(found.names.empty() ? "" : found.names.front(), "Walmart") << text;
    }
}

/// "hilton supercenter" once had no rows, because the first records with "hilton" were not called so.
TEST(MeantWords, ADescriptionFollowsANameThatManyRecordsOnlyMention) {
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 40; ++i) {
        lines.push_back(store(i, "Ring Doughnuts", "Reno", R"(,"street_address":"1 Walmart Plaza")"));
    }
    for (unsigned i = 40; i < 2000; ++i) {
        lines.push_back(store(i, i % 2 == 0 ? "Park Tile Works" : "Bank of Tile Works", "Elko"));
    }
    lines.push_back(store(2000, "Walmart", ""));
    lines.push_back(store(2001, "Park", ""));
    lines.push_back(store(2002, "Supercenter", "Reno"));
    lines.push_back(store(2003, "Supercenter Bistro", "Reno"));
    lines.push_back(store(2004, "Bistro of the Supercenter", "Reno"));
    lines.push_back(store(2005, "Taco Bell", "Reno"));
    const BuiltIndex index(lines);
    EXPECT_EQ(ask(words("walmart bistro"), index).names.front(), "Walmart");
    EXPECT_EQ(ask(words("walmart bistro"), index).reading, Reading::decoded);
    EXPECT_EQ(ask(words("park bistro"), index).names, Names{}) << "one park of a thousand has that name";
    EXPECT_NE(ask(words("walmart taco bell"), index).reading, Reading::decoded) << "two names";
}

/// "aldi foods" had no rows, because Aldi is a town, too.
TEST(MeantWords, ADescriptionFollowsANameThatIsATownToo) {
    std::vector<std::string> lines{store(0, "Bistro of Tiles", "Elko"), store(1, "Aldi", "Elko"),
                                   store(2, "Center of Tiles", "Aldi")};
    for (unsigned i = 3; i < 2000; ++i) {
        lines.push_back(store(i, i % 2 == 0 ? "Center Tile Works" : "Bank of Tile Works", "Houston"));
    }
    const BuiltIndex index(lines);
    EXPECT_EQ(ask(words("aldi bistro"), index).names.front(), "Aldi");
}

/// "lowe's home improvement" found a Home Depot in Lower Azusa Road.
TEST(MeantWords, ADescriptionIsLikelierThanAnotherSpellingOfTheName) {
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 4; ++i) {
        lines.push_back(store(i, "Lowe's", ""));
    }
    const std::string home = R"(,"business_categories":["Home Improvement"],"street_address":")";
    for (unsigned i = 4; i < 44; ++i) {
        lines.push_back(store(i, "Tile Depot", "Reno", home + (i == 4 ? "1 Lower Azusa Rd\"" : "1 Main St\"")));
    }
    for (unsigned i = 44; i < 2000; ++i) {
        lines.push_back(store(i, "Bank of Tile Works", "Houston"));
    }
    const BuiltIndex index(lines);
    EXPECT_EQ(ask(words("Lowe's Home Improvement"), index).names, Names(4, "Lowe's"));
}

/// "shoe store miami" must not find every store of Miami, nor "ice cream shop dallas" ice cream elsewhere.
TEST(MeantWords, AWordOfACategoryIsNotMeantAlone) {
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 120; i += 3) {
        lines.push_back(store(i, "Corner Pharmacy", "Miami", R"(,"business_categories":["Pharmacy","Store"])"));
        lines.push_back(store(i + 1, "Happy Feet", "Reno", R"(,"business_categories":["Shoes","Shop"])"));
        lines.push_back(store(i + 2, "Frozen Cone", "Reno", R"(,"business_categories":["Ice Cream","Shop"])"));
    }
    for (unsigned i = 120; i < 3000; ++i) {
        lines.push_back(store(i, i % 2 == 0 ? "Center Tile Works" : "Bank of Tile Works", "Dallas"));
    }
    const BuiltIndex index(lines);
    ASSERT_TRUE(index.generation());
    EXPECT_TRUE(ask(words("shoe store miami"), index).names.empty());
    EXPECT_TRUE(ask(words("ice cream shop dallas"), index).names.empty());
    EXPECT_FALSE(ask(words("shoe store reno"), index).names.empty());
    EXPECT_FALSE(ask(words("ice cream shop"), index).names.empty());
}

/// "ihop dallas" found the shops of Dallas, though IHOP is a brand that says no city.
TEST(MeantWords, ANameIsHardlyAnotherWordMistyped) {
    std::vector<std::string> lines{store(0, "Ihop", "")};
    for (unsigned i = 1; i < 2000; ++i) {
        lines.push_back(store(i, i % 20 == 0 ? "Tile Shop" : "Bank of Tile Works", i % 40 == 0 ? "Dallas" : "Reno"));
    }
    const BuiltIndex index(lines);
    EXPECT_EQ(ask(words("ihop dallas"), index).names, Names{"Ihop"});
    EXPECT_EQ(ask(words("zhop dallas"), index).names.front(), "Tile Shop");
}

/// "atm denver" found the brewery Call To Arms.
TEST(MeantWords, ACategoryIsHardlyAnotherWordMistyped) {
    std::vector<std::string> lines;
    for (unsigned i = 0; i < 20; ++i) {
        lines.push_back(store(i, "Corner Kiosk", "Reno", R"(,"business_categories":["ATM"])"));
    }
    lines.push_back(store(20, "Tile Arm", "Dallas"));
    for (unsigned i = 21; i < 2000; ++i) {
        lines.push_back(store(i, "Bank of Tile Works", i % 40 == 0 ? "Dallas" : "Reno"));
    }
    const BuiltIndex index(lines);
    EXPECT_EQ(ask(words("atm dallas"), index).names, Names());
    EXPECT_EQ(ask(words("arn dallas"), index).names, Names{"Tile Arm"});
}

}  // namespace
}  // namespace bizrec::search::testing
