#include <gtest/gtest.h>

#include "t/unit/query/asked_search.hpp"
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

}  // namespace
}  // namespace bizrec::search::testing
