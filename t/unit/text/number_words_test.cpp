#include "bizrec/text/number_words.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bizrec::text {
namespace {

std::vector<std::string> words_of(const NumberWords& numbers, std::string_view digits) {
    std::vector<std::string> words;
    numbers.words_of(digits, [&](std::string_view word) { words.emplace_back(word); });
    return words;
}

TEST(NumberWords, KnowsSeveralLanguages) {
    const NumberWords& numbers = NumberWords::built_in();
    EXPECT_EQ(numbers.digits_of("seven"), "7");
    EXPECT_EQ(numbers.digits_of("siete"), "7");
    EXPECT_EQ(numbers.digits_of("fifth"), "5th");
    EXPECT_EQ(numbers.digits_of("zwei"), "2");
    for (const char* word : {"", "sev", "sevens", "7", "elf", "once", "sei", "cent", "vii", "zzz"}) {
        EXPECT_TRUE(numbers.digits_of(word).empty() || std::string(word) == "sei") << word;
    }
}

/// The analyser removes the "s" of "sechs" as a plural ending.
TEST(NumberWords, KnowsWhatTheAnalyserLeaves) {
    EXPECT_EQ(NumberWords::built_in().digits_of("sech"), "6");
    EXPECT_EQ(NumberWords::built_in().digits_of("troi"), "3");
}

TEST(NumberWords, GivesAllWordsOfANumber) {
    const auto read = NumberWords::read({"n.txt", "two 2\none 1 # comment\n\ndeux 2\ntwelve 12\n"});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(words_of(read.value(), "2"), (std::vector<std::string>{"two", "deux"}));
    EXPECT_EQ(words_of(read.value(), "12"), (std::vector<std::string>{"twelve"}));
    EXPECT_TRUE(words_of(read.value(), "3").empty());
    EXPECT_TRUE(words_of(read.value(), "").empty());
    EXPECT_EQ(read.value().rules(), "two 2\none 1\ndeux 2\ntwelve 12\n");
    EXPECT_TRUE(words_of(NumberWords(), "2").empty());
    EXPECT_TRUE(NumberWords().digits_of("two").empty());
}

TEST(NumberWords, SurvivesAMove) {
    auto read = NumberWords::read({"n.txt", "two 2\n"});
    ASSERT_TRUE(read);
    NumberWords first = std::move(read).value();
    const NumberWords second = std::move(first);
    EXPECT_EQ(second.digits_of("two"), "2");
}

TEST(NumberWords, ErrorsNameTheFileAndTheLine) {
    struct Case {
        const char* rules;
        const char* words;
    };
    for (const Case& c :
         {Case{"two\n", "n.txt:1: expected two words"}, Case{"one 1\nTwo 2\n", "n.txt:2: expected a word of 2 to 32"},
          Case{"two2 2\n", "n.txt:1: expected a word of 2 to 32"}, Case{"two zwei\n", "n.txt:1: expected a number"},
          Case{"two 2x\n", "n.txt:1: expected a number"},
          Case{"two 2\n\ntwo 3\n", "n.txt:3: expected each word once"}}) {
        const auto read = NumberWords::read({"n.txt", c.rules});
        ASSERT_FALSE(read) << c.rules;
        EXPECT_EQ(read.error().message.substr(0, std::string(c.words).size()), c.words);
    }
}

}  // namespace
}  // namespace bizrec::text
