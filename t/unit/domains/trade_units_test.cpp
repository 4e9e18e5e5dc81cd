#include "lmdb_builder/domains/trade_units.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bizrec::builder {
namespace {

using Units = std::vector<std::string>;

TEST(TradeUnits, FindsTheWordsThatAreTheRecordsOwnCategories) {
    TradeUnits trade({"hotel", "adler", "farmers market", "bars", "屋台", "hotel adler"});
    trade.add("hotel adler", "hotels\n");
    trade.add("hotel krone", "hotel\nrestaurant\n");
    trade.add("ann's farmers market", "farmers market\n");
    trade.add("joe's bars", "bar\n");
    trade.add("東京屋台", "屋台\n");
    EXPECT_EQ(trade.found(), (Units{"bars", "farmers market", "hotel", "屋台"}));
}

TEST(TradeUnits, HalfOfTheRecordsDecide) {
    TradeUnits trade({"shell"});
    EXPECT_EQ(trade.found(), Units{});
    trade.add("shell", "fuel\n");
    trade.add("shell", "fuel\n");
    trade.add("shell", "shell shop\n");
    EXPECT_EQ(trade.found(), Units{});
    trade.add("no such name", "shell\n");
    EXPECT_EQ(trade.found(), Units{});
    trade.add("shell two", "shells\n");
    EXPECT_EQ(trade.found(), Units{"shell"});
}

TEST(TradeUnits, ACategoryThatHoldsTheWordsApartCountsToo) {
    TradeUnits trade({"house of pancakes", "pancakes house", "of pancakes"});
    trade.add("pancakes house of pancakes", "pancake house\n");
    EXPECT_EQ(trade.found(), (Units{"of pancakes", "pancakes house"})) << "three words are no unit";
}

TEST(TradeUnits, FunctionWords) {
    for (const char* word : {"the", "of the", "gmbh", "de la", "y", "a"}) {
        EXPECT_TRUE(is_function_word(word)) << word;
    }
    for (const char* word : {"", "theo", "the crown", "crown of", "of  the"}) {
        EXPECT_FALSE(is_function_word(word)) << word;
    }
}

}  // namespace
}  // namespace bizrec::builder
