#include "bizrec/format/rules.hpp"

#include <gtest/gtest.h>

#include "t/unit/support/random.hpp"
#include "t/unit/support/rules.hpp"

namespace bizrec::format {
namespace {

using search::testing::whole_at_night;

TEST(Rules, WhatIsWrittenIsReadAgain) {
    const Rules rules = rules_with("com\nco.uk\n", "weebly.com\n");
    const std::string written = write_rules(rules);
    EXPECT_EQ(written.rfind("[suffixes]\n+weebly.com\nco.uk\ncom\n[platforms]\n", 0), 0U);
    const auto again = read_rules(written, format_version);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(write_rules(again.value()), written);
    EXPECT_TRUE(again.value().words.find("the").is_stop);
    EXPECT_EQ(again.value().words.find("avenue").word, "ave");
    EXPECT_NE(again.value().links.platforms().named("Facebook"), identity::Platform::no_platform);
}

TEST(Rules, AFileOfFormat2HasASuffixListAlone) {
    const auto rules = read_rules("com\n", 2);
    ASSERT_TRUE(rules) << rules.error().message;
    EXPECT_TRUE(rules.value().words.find("the").is_stop);
    EXPECT_FALSE(read_rules("com\n", 3));
}

/// Number words and fillers come from the program if the file is older than format 5, which introduced them.
TEST(Rules, AnOlderFileHasTheNumberWordsAndFillersOfThisProgram) {
    const Rules rules = rules_with("com\n");
    const std::string older = write_rules(rules, 4);
    EXPECT_EQ(older.find("[number_words]"), std::string::npos);
    const auto read = read_rules(older, 4);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(older.find("[fillers]"), std::string::npos);
    EXPECT_EQ(read.value().numbers.digits_of("seven"), "7");
    EXPECT_TRUE(read.value().fillers.has("near me"));
    EXPECT_EQ(write_rules(read.value(), 4), older);
    EXPECT_FALSE(read_rules(older, format_version));
    EXPECT_FALSE(read_rules(write_rules(rules), 4));
}

/// Files of format 5 that were built before the names of categories are still read.
TEST(Rules, AFileOfFormat5MayLackTheNamesOfCategories) {
    const std::string whole = write_rules(rules_with("com\n"));
    const std::string lacking = whole.substr(0, whole.find("[category_names]"));
    const auto read = read_rules(lacking, format_version);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_FALSE(read.value().categories.find("cinema").others.empty());
    EXPECT_EQ(write_rules(read.value()), lacking);
}

TEST(Rules, EveryTableIsThereOnceAndInOrder) {
    const std::string good = write_rules(rules_with("com\n"));
    const auto says = [](const std::string& text, const char* words) {
        const auto rules = read_rules(text, format_version);
        ASSERT_FALSE(rules) << words;
        EXPECT_NE(rules.error().message.find(words), std::string::npos) << rules.error().message;
    };
    const auto without = [&good](const std::string& piece) {
        std::string text = good;
        return text.erase(text.find(piece), piece.size());
    };
    says("", "expected the table \"[suffixes]\"");
    says(without("[redirects]\n"), "expected the table \"[redirects]\"");
    says(without("[word_forms]\n"), "expected the table \"[word_forms]\"");
    says(without("[number_words]\n"), "expected the table \"[number_words]\"");
    says(without("[fillers]\n"), "expected the table \"[fillers]\"");
    says(good + "[more]\na\n", "expected nothing after the table \"[category_names]\"");
    const auto before_numbers = [&good](const std::string& line) {
        std::string text = good;
        return text.insert(text.find("[number_words]"), line);
    };
    says(before_numbers("avenue road\n"), "found \"avenue\"");
    says(before_numbers("a b c\n"), "[word_forms]:");
    const auto before_fillers = [&good](const std::string& line) {
        std::string text = good;
        return text.insert(text.find("[fillers]"), line);
    };
    says(before_fillers("seven 8\n"), "[number_words]:");
    const auto before_categories = [&good](const std::string& line) {
        std::string text = good;
        return text.insert(text.find("[category_names]"), line);
    };
    says(before_categories("near me\n"), "[fillers]:");
    says(good + "cafe\n", "[category_names]:");
    says(good.substr(0, good.find("[free_mail]")), "expected the table \"[free_mail]\"");
}

TEST(Rules, AnyBeginningIsRulesOrAnError) {
    const std::string good = write_rules(rules_with("com\n"));
    const auto step = static_cast<std::size_t>(97 * 10 / whole_at_night(10));
    for (std::size_t size = 0; size < good.size(); size += step) {
        const auto rules = read_rules(good.substr(0, size), format_version);
        EXPECT_FALSE(rules && size < good.find("[fillers]")) << size;
    }
}

}  // namespace
}  // namespace bizrec::format
