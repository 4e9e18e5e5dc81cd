#include "bizrec/text/category_names.hpp"

#include <gtest/gtest.h>

#include "bizrec/base/rule_lines.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::text {
namespace {

using Strings = std::vector<std::string>;

/// The other names of an analysed name ("movy" for "movie"), narrower ones in brackets.
Strings others(const CategoryNames& names, const std::string& name) {
    Strings all;
    for (const CategoryNames::Other& other : names.find(name).others) {
        std::string words;
        for (const std::string& word : other.words) {
            words.append(words.empty() ? "" : " ").append(word);
        }
        all.push_back(other.is_narrower ? "(" + words + ")" : words);
    }
    return all;
}

CategoryNames read(const char* rules) {
    auto names = CategoryNames::read({"c.txt", rules}, WordForms::built_in());
    EXPECT_TRUE(names) << names.error().message;
    return std::move(names).value();
}

TEST(CategoryNames, EachNameOfALineHasTheOthers) {
    const CategoryNames names = read("cinema movie_theater kino # comment\n\nsushi sushi_bar > restaurant\n");
    EXPECT_EQ(others(names, "cinema"), (Strings{"movy theater", "kino"}));
    EXPECT_EQ(others(names, "movy theater"), (Strings{"cinema", "kino"}));
    EXPECT_EQ(others(names, "movy"), Strings{});
    EXPECT_EQ(names.rules(), "cinema movie_theater kino\nsushi sushi_bar > restaurant\n");
    EXPECT_TRUE(names.may_begin("movy", false));
    EXPECT_FALSE(names.may_begin("movy", true));
    EXPECT_FALSE(names.may_begin("", false));
    EXPECT_FALSE(CategoryNames().may_begin("movy", false));
}

TEST(CategoryNames, KnowTheWordsOfAllNames) {
    const CategoryNames names = read("cinema movie_theater\nsushi > restaurant\n");
    for (const char* word : {"cinema", "movy", "theater", "sushi", "restaurant"}) {
        EXPECT_TRUE(names.has_word(word)) << word;
    }
    EXPECT_FALSE(names.has_word("movy theater"));
    EXPECT_FALSE(names.has_word(""));
    EXPECT_FALSE(CategoryNames().has_word("sushi"));
}

TEST(CategoryNames, AWiderNameHasNarrowerOnesButNotTheOtherWayRound) {
    const CategoryNames names = read("sushi > restaurant\ncafe > restaurant\ncafe restaurant\n");
    EXPECT_EQ(others(names, "restaurant"), (Strings{"(sushi)", "cafe"})) << "a name of the same line is not narrower";
    EXPECT_EQ(others(names, "sushi"), Strings{});
}

TEST(CategoryNames, ANameWithAllWordsOfAnotherAddsNothing) {
    const CategoryNames names = read("sushi sushi_bar\n");
    EXPECT_EQ(others(names, "sushi"), Strings{}) << "records with both words have the one, too";
    EXPECT_EQ(others(names, "sushi bar"), Strings{"sushi"});
}

TEST(CategoryNames, AreAnalysedAsAQuery) {
    const CategoryNames names = read("books Book_Stores\nfish_and_chips chippy\n");
    EXPECT_EQ(others(names, "book store"), Strings{"book"});
    EXPECT_EQ(others(names, "fish chip"), Strings{"chippy"});
}

TEST(CategoryNames, OnlyLabelsOfAnIndexAreReadInstead) {
    CategoryNames names = read("cinema movie_theater kino\n");
    names.keep_labels([](std::string_view glued) { return glued == "cinema" || glued == "movytheater"; });
    EXPECT_EQ(others(names, "kino"), (Strings{"cinema", "movy theater"}));
    EXPECT_EQ(others(names, "cinema"), Strings{"movy theater"});
    EXPECT_TRUE(names.find("cinema").is_label);
    EXPECT_TRUE(names.find("movy theater").is_label);
    EXPECT_FALSE(names.find("kino").is_label);
    EXPECT_TRUE(names.may_begin("cinema", true));
    EXPECT_FALSE(names.may_begin("cinema", false));
    EXPECT_TRUE(names.may_begin("kino", false));
}

Strings misspelt(const CategoryNames& names, std::string_view letters) {
    std::vector<std::string_view> found;
    names.find_misspelt(letters, found);
    return {found.begin(), found.end()};
}

TEST(CategoryNames, NamesThatAreNoLabelsAreFoundMisspelt) {
    CategoryNames names = read("fuel gas_station petrol_station\ncinema kino\n");
    names.keep_labels([](std::string_view glued) { return glued == "fuel" || glued == "cinema"; });
    for (const char* letters : {"gasstation", "gassation", "gasstatoin", "gazstation", "gasstattion"}) {
        EXPECT_EQ(misspelt(names, letters), Strings{"gas station"}) << letters;
    }
    EXPECT_EQ(misspelt(names, "gatation"), Strings{}) << "two letters are missing";
    EXPECT_EQ(misspelt(names, "cinma"), Strings{}) << "a label";
    EXPECT_EQ(misspelt(names, ""), Strings{});
    EXPECT_EQ(misspelt(CategoryNames(), "kino"), Strings{});
}

TEST(CategoryNames, OneNameHasSomeHundredOthersAtMost) {
    std::string rules;
    for (unsigned i = 0; i <= 512; ++i) {
        rules += "a" + std::to_string(i) + " > restaurant\n";
    }
    const auto names = CategoryNames::read({"c.txt", rules}, WordForms::built_in());
    ASSERT_FALSE(names);
    EXPECT_EQ(names.error().message.find("c.txt:513: expected at most 512 other names of \"restaurant\""), 0U)
        << names.error().message;
}

TEST(CategoryNames, OfThisProgramAreRules) {
    const CategoryNames names = read(std::string(built_in_rules("category_names")).c_str());
    EXPECT_EQ(others(names, "gas station").front(), "fuel");
    EXPECT_TRUE(others(names, "starbuck").empty());
}

TEST(CategoryNames, ErrorsNameTheFileAndTheLine) {
    const std::string long_name(65, 'a');
    const struct {
        std::string rules;
        const char* message;
    } cases[] = {
        {"cinema kino\ncafe\n", "c.txt:2: expected a category and one or more other names of it"},
        {"> restaurant cafe\n", "c.txt:1: expected a category and one or more other names of it"},
        {"cafe > bar > pub\n", "c.txt:1: expected one \">\" at most"},
        {"cafe " + long_name + "\n", "c.txt:1: expected names of 1 to 16 words"},
        {"cafe _&_\n", "c.txt:1: expected names of 1 to 16 words and at most 64 bytes, found \"_&_\""},
        {"cafe \xFF\n", "c.txt:1: expected names of 1 to 16 words"},
    };
    for (const auto& c : cases) {
        const auto names = CategoryNames::read({"c.txt", c.rules}, WordForms::built_in());
        ASSERT_FALSE(names) << c.rules;
        EXPECT_NE(names.error().message.find(c.message), std::string::npos) << names.error().message;
    }
}

}  // namespace
}  // namespace bizrec::text
