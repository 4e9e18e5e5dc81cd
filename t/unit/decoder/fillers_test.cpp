#include <gtest/gtest.h>

#include "t/unit/support/asked_search.hpp"
#include "t/unit/support/built_index.hpp"

/// Words of a query that describe no record: "best", "near me", "phone number".
namespace bizrec::search::testing {
namespace {

/// Words such as "best" and "nearby" describe no record, so they are left out if no record has all words.
TEST(SearchFillers, AreLeftOut) {
    const BuiltIndex index(among_others({store(0, "Golden Anchor", "Oakland"), store(1, "Quiet Lantern", "Waco")}));
    for (const char* text : {"best golden anchor", "best golden anchor nearby", "cheap golden anchor open now",
                             "top rated golden anchor delivery"}) {
        const Answered found = ask(words(text), index);
        EXPECT_EQ(found.reading, Reading::decoded) << text;
        ASSERT_FALSE(found.names.empty()) << text;
        EXPECT_EQ(found.names.front(), "Golden Anchor") << text;
    }
    EXPECT_EQ(ask(words("golden anchor near me"), index).reading, Reading::all_words) << "function words";
    EXPECT_TRUE(ask(words("best cheap"), index).names.empty());
}

/// "linkedin headquarters" once found all records with the word "headquarters".
TEST(SearchFillers, AreNotLookedForWithoutOtherWords) {
    const BuiltIndex index(among_others({store(0, "Headquarters Museum", "Waco"), store(1, "Quiet Lantern", "Waco")}));
    EXPECT_EQ(ask(words("linkedin headquarters"), index).names, Names());
    EXPECT_EQ(ask(words("headquarters"), index).names, Names{"Headquarters Museum"});
    EXPECT_EQ(ask(words("headquarters lantern linkedin"), index).names, Names{"Quiet Lantern"});
}

/// Any word is enough only in a text of at least four words. A word that describes no record, such as "best", does not
/// count as one of them.
TEST(SearchFillers, AreNotAnyWordOfALongText) {
    std::vector<std::string> lines = {store(0, "Quiet Lantern", "Reno"), store(1, "Walmart Corner", "Dallas"),
                                      store(2, "Anchor Brewing", "Waco"), store(3, "Red Rooster", "Austin")};
    for (unsigned i = 4; i < 84; ++i) {
        lines.push_back(store(i, "Best Tile Works", "Elko"));
    }
    const BuiltIndex index(lines);
    EXPECT_TRUE(ask(words("best lantern walmart rooster"), index).names.empty());
    const Answered found = ask(words("best lantern walmart brewing rooster"), index);
    EXPECT_EQ(found.reading, Reading::any_word);
    EXPECT_EQ(found.names.size(), 4U);
}

/// Words that describe no record may follow the place. "pizza in dallas tx yelp" once found pizza anywhere in Texas.
TEST(SearchFillers, MayFollowThePlace) {
    const std::string texas = R"(,"state":"TX")";
    std::vector<std::string> records;
    for (unsigned i = 0; i < 400; ++i) {
        records.push_back(store(i, "Tile Works", i % 2 == 0 ? "Houston" : "Waco", texas));
    }
    for (unsigned i = 0; i < 8; ++i) {
        records.push_back(store(400 + i, "Bellhop", i < 4 ? "Houston" : "Waco", texas));
    }
    const BuiltIndex index(records);
    for (const char* text : {"bellhop houston hours", "bellhop, houston - yelp", "bellhop in houston open now",
                             "belhop houston tx store hours", "Bellhop - Houston, TX - MapQuest"}) {
        const Answered found = ask(words(text), index);
        EXPECT_EQ(found.names, Names(4, "Bellhop")) << text;
        EXPECT_EQ(found.reading, Reading::decoded) << text;
    }
    EXPECT_EQ(ask(words("harbor houston hours"), index).names, Names());
}

/// "avis customer service phone number" found everything that has "service".
TEST(SearchFillers, APhraseIsLeftOutAsAWhole) {
    std::vector<std::string> lines{store(0, "Avis", "Reno")};
    for (unsigned i = 1; i < 400; ++i) {
        lines.push_back(store(i, i % 2 == 0 ? "Tile Service" : "Bank of Tile Works", "Reno"));
    }
    const BuiltIndex index(lines);
    EXPECT_EQ(ask(words("avis customer service phone number"), index).names, Names{"Avis"});
    EXPECT_EQ(ask(words("how do i get to avis"), index).names, Names{"Avis"});
}

/// "best pharmacy in san diego" found a brand named Best, for which "pharmacy" was a description.
TEST(SearchFillers, AreNoNameBeforeADescription) {
    std::vector<std::string> lines{store(0, "Best", ""), store(1, "Walmart", ""), store(2, "Bistro of Tiles", "Elko")};
    for (unsigned i = 3; i < 2000; ++i) {
        lines.push_back(store(i, i % 2 == 0 ? "Center Tile Works" : "Bank of Tile Works", "Houston"));
    }
    const BuiltIndex index(lines);
    EXPECT_EQ(ask(words("best bistro in houston"), index).names, Names{});
    EXPECT_EQ(ask(words("walmart bistro in houston"), index).names, Names{"Walmart"});
}

}  // namespace
}  // namespace bizrec::search::testing
