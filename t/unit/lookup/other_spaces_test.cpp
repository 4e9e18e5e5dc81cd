#include <gtest/gtest.h>

#include <algorithm>

#include "bizrec/lookup/query_words.hpp"
#include "t/unit/support/asked_search.hpp"

/// Names with the same letters but other spaces: one reading finds both.
namespace bizrec::search::testing {
namespace {

const BuiltIndex& other_spellings() {
    static const BuiltIndex index([] {
        std::vector<std::string> lines;
        unsigned number = 0;
        const auto add = [&](const char* name, const char* city, const char* more = "") {
            lines.push_back(store(number++, name, city, more));
        };
        add("Zaco Vell", "Erie");
        add("Zaco Vell", "Waco");
        add("Zacovell", "Erie");
        add("Zacovell Express", "Reno");
        add("Fed Zex Ship", "Reno");
        add("FedZex Office", "Erie");
        add("ShopRite", "Erie");
        add("ShopRite", "Erie");
        add("ShopRite", "Erie");
        add("Rite Aid", "Erie", R"(,"business_categories":["shop"])");
        add("Steak House", "Elko", R"(,"business_categories":["steak house"])");
        add("Steakhouse Tom", "Elko");
        add("Coca-Cola", "Atlanta");
        add("Coca Cola", "Atlanta");
        add("Home Depot", "Tulsa", R"(,"website_url":"https://homedepot.com")");
        add("Depot of Paint", "Tulsa", R"(,"website_url":"https://homedepot.com/paint")");
        for (int i = 0; i < 80; ++i) {
            add("Tile Works", "Elko");
        }
        return lines;
    }());
    return index;
}

Names in_any_order(Names names) {
    std::sort(names.begin(), names.end());
    return names;
}

TEST(OtherSpaces, ANameIsFoundInEitherSpelling) {
    const Names both = {"Zaco Vell", "Zaco Vell", "Zacovell", "Zacovell Express"};
    for (const char* query : {"zacovell", "zaco vell", "ZacoVell", "Zaco-Vell"}) {
        const Answered found = ask(words(query), other_spellings());
        EXPECT_EQ(in_any_order(found.names), both) << query;
        EXPECT_EQ(found.reading, Reading::all_words) << query;
    }
    EXPECT_EQ(in_any_order(ask(named("zaco vell"), other_spellings()).names), both);
    EXPECT_EQ(in_any_order(ask(named("zacovell"), other_spellings()).names), both);
    EXPECT_EQ(ask(words("fed zex"), other_spellings()).names, (Names{"Fed Zex Ship", "FedZex Office"}))
        << "as typed first";
}

TEST(OtherSpaces, OtherWordsOfTheQueryHoldOfBothSpellings) {
    EXPECT_EQ(in_any_order(ask(words("zaco vell erie"), other_spellings()).names), (Names{"Zaco Vell", "Zacovell"}));
    EXPECT_EQ(ask(words("fed zex office"), other_spellings()).names, Names{"FedZex Office"});
}

/// Cases in which other spaces must change nothing.
TEST(OtherSpaces, OneReadingWhereNoNameHasTheOther) {
    EXPECT_EQ(ask(words("shop rite"), other_spellings()).names, (Names{"ShopRite", "ShopRite", "ShopRite"}))
        << "\"shop\" and \"rite\" are in no name together";
    EXPECT_EQ(ask(words("steak house"), other_spellings()).names, Names{"Steak House"}) << "a category";
    EXPECT_EQ(ask(words("home depot"), other_spellings()).names, Names{"Home Depot"}) << "a domain has no spaces";
    EXPECT_EQ(in_any_order(ask(words("coca cola"), other_spellings()).names), (Names{"Coca Cola", "Coca-Cola"}));
    EXPECT_EQ(ask(words("fedzex"), other_spellings()).names, Names{"FedZex Office"}) << "no whole name";
    SearchQuery strict = words("zaco vell");
    strict.as_typed = true;
    EXPECT_EQ(ask(strict, other_spellings()).names, (Names{"Zaco Vell", "Zaco Vell"})) << "the words as typed alone";
}

TEST(OtherSpaces, AreToldByAnExplanation) {
    const SearchQuery query = words("fed zex");
    for (std::uint32_t docid = 0; docid < other_spellings().generation()->documents(); ++docid) {
        const std::string text = explained(*other_spellings().generation(), query, docid);
        if (text.find("no row") == std::string::npos && text.find("not in this one") != std::string::npos) {
            EXPECT_NE(text.find("with other spaces \"fedzex\""), std::string::npos) << text;
        }
    }
}

/// "jc penney" must find the shop JCPenney, although the street of a market has the words "J. C. Penney".
TEST(OtherSpaces, AStreetDoesNotHideANameThatIsWrittenAsOneWord) {
    const std::string street = R"(,"street_address":"J. C. Penney Park Lot")";
    const BuiltIndex index({
        store(0, "JCPenney", "Tulsa"),
        store(1, "Hamilton Market", "Hamilton", street),
        store(2, "Oakwood Inn", "Reno"),
        store(3, "Oak Wood Floors", "Waco"),
        store(4, "Trinket Box", "Elko", R"(,"street_address":"1 Elm Wood Road")"),
    });
    const Answered found = ask(words("jc penney"), index);
    EXPECT_EQ(found.names, Names{"JCPenney"});
    EXPECT_EQ(found.reading, Reading::decoded);
    EXPECT_EQ(ask(words("jc penney tulsa"), index).names, Names{"JCPenney"});
    EXPECT_EQ(ask(words("jc penney hamilton"), index).names, Names{"Hamilton Market"});
    EXPECT_EQ(ask(words("penney park"), index).names, Names{"Hamilton Market"});
    EXPECT_EQ(ask(words("oak wood"), index).names, (Names{"Oak Wood Floors", "Oakwood Inn"}));
    EXPECT_EQ(ask(words("elm wood"), index).names, Names{"Trinket Box"});

    SearchQuery inside = words("jc penney");
    inside.locations.resize(1);
    inside.locations[0].country = "US";
    inside.locations[0].city = "Hamilton";
    EXPECT_EQ(ask(inside, index).names, Names{"Hamilton Market"});
    SearchQuery as_typed = words("jc penney");
    as_typed.as_typed = true;
    EXPECT_EQ(ask(as_typed, index).names, Names{"Hamilton Market"});
}

/// To see whether any name has both words of a query, the search goes from record to record of their lists. Each look
/// counts as a step, and max_meeting_steps limits them.
TEST(OtherSpaces, WhatIsLookedAtCounts) {
    std::vector<std::string> lines = {store(0, "Oakwood", "Reno")};
    for (unsigned i = 1; i < 1200; ++i) {  // the cities keep the records in this order, so that the two words alternate
        lines.push_back(store(i, i % 2 == 0 ? "Oak Barn" : "Wood Barn", "City " + std::to_string(i)));
    }
    const BuiltIndex index(lines);
    const QueryContext context(*index.generation());
    QueryWords typed(context);
    const auto steps_of = [&](const char* text) {
        std::uint64_t steps = 0;
        typed.analyse(text, "");
        typed.ask(typed.typed());
        typed.read();
        typed.find_other_spaces(steps);
        return steps;
    };
    const std::uint64_t of_names = steps_of("oak wood");
    EXPECT_FALSE(typed.any_other_spaces()) << "no name has both";
    EXPECT_GE(of_names, 600U) << "from record to record";
    EXPECT_LE(of_names, OtherSpaces::max_meeting_steps + 1000);
    EXPECT_LE(steps_of("oak barn"), 64U) << "no word is both";
    Search search;
    SearchResult result;
    search.run(*index.generation(), words("oak wood"), result);
    EXPECT_GE(result.visited, of_names);
}

}  // namespace
}  // namespace bizrec::search::testing
