#include <gtest/gtest.h>

#include <algorithm>

#include "bizrec/base/rule_lines.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/plural.hpp"
#include "bizrec/text/word_forms.hpp"
#include "t/unit/support/random.hpp"
#include "t/unit/text/analyser_words.hpp"
#include "t/unit/text/random_text.hpp"

namespace bizrec::text {
namespace {

using search::testing::whole_at_night;

std::string any_text(std::mt19937_64& random) {
    static constexpr const char* pieces[] = {"a",     "b",  "T",   "&",      " & ",    "'",   "'s",  ".",      " ",
                                             "-",     "st", "the", "of",     "OR",     "me",  "bar", "q",      "n",
                                             "y",     "d'", "l’",  "é",      "ies",    "oes", "s",   "1",      "+",
                                             "ー",    "店", "カ",  "กำ",     "\u0301", "and", ",",   "\xFF",   "Co",
                                             "dell'", "ال", "كتة", "\u064E", "\u0640", "臺",  "ら",  "\u00B4", "שָׁ"};
    std::string text;
    switch (random() % 4) {
        case 0:
            return random_text(random, 20);
        case 1:
            return random_bytes(random, 20);
        default:
            for (std::size_t left = random() % 16; left > 0; --left) {
                text += pieces[random() % std::size(pieces)];
            }
            return text;
    }
}

std::set<std::string> words_of(const AnalysedText& text, bool parts) {
    std::set<std::string> words;
    for (const Word& word : text.words) {
        if (parts || word.kind != WordKind::part) {
            words.emplace(text.view(word));
        }
    }
    return words;
}

TEST(AnalyserProperty, AQueryFindsTheSameTextAsARecord) {
    std::mt19937_64 random(1);
    AnalysedText query;
    AnalysedText record;
    for (int i = 0; i < whole_at_night(100'000); ++i) {
        const std::string text = any_text(random);
        analyse_query(WordForms::built_in(), text, query);
        analyse_record(WordForms::built_in(), text, record);
        ASSERT_EQ(words_of(query, true), words_of(record, false)) << "seed 1, step " << i << ": " << text;
        for (const Word& word : query.words) {
            ASSERT_NE(word.kind, WordKind::part) << "seed 1, step " << i << ": " << text;
        }
    }
}

TEST(AnalyserProperty, WordsAreFoldedAndShort) {
    std::mt19937_64 random(2);
    AnalysedText record;
    std::string folded;
    for (int i = 0; i < whole_at_night(50'000); ++i) {
        const std::string text = any_text(random);
        analyse_record(WordForms::built_in(), text, record);
        for (const Word& word : record.words) {
            const std::string_view view = record.view(word);
            ASSERT_FALSE(view.empty()) << "seed 2, step " << i << ": " << text;
            ASSERT_LE(count_code_points(view), 64U) << "seed 2, step " << i << ": " << text;
            fold_letters(view, folded);
            ASSERT_EQ(view, folded) << "seed 2, step " << i << ": " << text;
        }
    }
}

TEST(AnalyserProperty, FoldedTextHasTheSameWordsButForCapitals) {
    std::mt19937_64 random(3);
    AnalysedText once;
    AnalysedText twice;
    std::string folded;
    for (int i = 0; i < whole_at_night(50'000); ++i) {
        const std::string text = any_text(random);
        analyse_record(WordForms::built_in(), text, once);
        fold(text, folded);
        analyse_record(WordForms::built_in(), folded, twice);
        ASSERT_EQ(shown(once), shown(twice)) << "seed 3, step " << i << ": " << text;
    }
}

TEST(AnalyserProperty, AnyTwoNeighboursOfAJapaneseNameAreFound) {
    const std::u32string name = U"博多焼肉うしお々ヶ丘ガーデン店本館";
    for (std::size_t begin = 0; begin < name.size(); ++begin) {
        for (std::size_t size = 1; begin + size <= name.size(); ++size) {
            std::string whole;
            std::string part;
            std::for_each(name.begin(), name.end(), [&](char32_t c) { append_utf8(c, whole); });
            for (std::size_t i = begin; i < begin + size; ++i) {
                append_utf8(name[i], part);
            }
            EXPECT_EQ(finds(part, whole), part != "ー") << part;  // this sign alone lengthens no vowel
        }
    }
}

TEST(AnalyserProperty, AWordStaysWhatItIs) {
    AnalysedText text;
    for (const char* word : {"starbuck", "cooky",   "sho",  "church", "box",   "st",  "mt",      "bbq",
                             "center",   "brother", "usa",  "att",    "hm",    "joe", "theater", "height",
                             "spring",   "museum",  "αρτα", "елка",   "94107", "the", "横浜"}) {
        analyse_query(WordForms::built_in(), word, text);
        ASSERT_EQ(text.words.size(), 1U) << word;
        EXPECT_EQ(text.view(text.words[0]), word);
    }
}

TEST(FoldPlural, IsIdempotent) {
    std::mt19937_64 random(4);
    static constexpr char letters[] = "aeiosuxhcytz";
    for (int i = 0; i < whole_at_night(300'000); ++i) {
        std::string word;
        for (std::size_t left = random() % 9; left > 0; --left) {
            word += letters[random() % (sizeof letters - 1)];
        }
        std::string once = word;
        once.resize(fold_plural(once.data(), once.size()));
        std::string twice = once;
        twice.resize(fold_plural(twice.data(), twice.size()));
        ASSERT_EQ(once, twice) << word;
        ASSERT_TRUE(word.empty() || !once.empty()) << word;
        ASSERT_TRUE(may_be_plural(word) || once == word) << word;
    }
}

/// Calls `each` with every rule of a built-in table.
template <class Each>
void for_each_rule(std::string_view table, Each&& each) {
    const RuleText text{std::string(table), built_in_rules(table)};
    std::size_t rules = 0;
    RuleReader reader(text);
    for (; reader.next(); ++rules)
        each(reader.rule());
    EXPECT_TRUE(reader.status());
    EXPECT_GT(rules, 40U) << table;
}

TEST(WordForms, AFormIsLookedUpOnceOnly) {
    for_each_rule("word_forms", [](const RuleLine& rule) {
        std::string folded(rule[1]);
        folded.resize(fold_plural(folded.data(), folded.size()));
        EXPECT_EQ(folded, rule[1]);
        EXPECT_TRUE(WordForms::built_in().find(rule[1]).word.empty()) << rule[1];
    });
}

TEST(WordForms, EveryWordOfTheTablesIsFound) {
    for_each_rule("word_forms", [](const RuleLine& rule) {
        EXPECT_EQ(WordForms::built_in().find(rule[0]).word, rule[1]);
        EXPECT_FALSE(WordForms::built_in().find(rule[0]).is_stop);
    });
    for_each_rule("stop_words", [](const RuleLine& rule) {
        EXPECT_EQ(WordForms::built_in().find(rule[0]).word, rule[0]);
        EXPECT_TRUE(WordForms::built_in().find(rule[0]).is_stop);
    });
    EXPECT_TRUE(WordForms::built_in().find("").word.empty());
    EXPECT_TRUE(WordForms::built_in().find("starbucks").word.empty());
    EXPECT_TRUE(WordForms::built_in().find("internationalinternational").word.empty());
}

TEST(Analyser, HostileTexts) {
    AnalysedText text;
    analyse_record(WordForms::built_in(), std::string(500, 'a'), text);
    ASSERT_EQ(text.words.size(), 1U);
    EXPECT_EQ(text.view(text.words[0]), std::string(64, 'a'));

    std::string run;
    std::string marks = "\u304B";
    std::string letters;
    for (int i = 0; i < 500; ++i) {
        run += "店";
        marks += "\u0E31";
        letters += i % 2 == 0 ? "a " : "b&";
    }
    analyse_query(WordForms::built_in(), run, text);
    EXPECT_EQ(text.words.size(), 499U);
    analyse_record(WordForms::built_in(), run, text);
    EXPECT_EQ(text.words.size(), 999U);
    analyse_record(WordForms::built_in(), marks, text);
    ASSERT_EQ(text.words.size(), 1U);
    EXPECT_LE(count_code_points(text.view(text.words[0])), 64U);
    analyse_record(WordForms::built_in(), letters, text);
    for (const Word& word : text.words) {
        EXPECT_LE(word.size, 64U);
    }
    analyse_query(WordForms::built_in(), std::string_view("a\0b", 3), text);
    EXPECT_EQ(shown(text), "a/s b");
    analyse_query(WordForms::built_in(), "caf\xC3", text);
    EXPECT_EQ(shown(text), "caf");
}

}  // namespace
}  // namespace bizrec::text
