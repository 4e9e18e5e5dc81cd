#include <gtest/gtest.h>

#include <algorithm>

#include "bizrec/base/utf8.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/plural.hpp"
#include "bizrec/text/word_forms.hpp"
#include "t/unit/text/analyser_words.hpp"
#include "t/unit/text/random_text.hpp"

namespace bizrec::text {
namespace {

std::string any_text(std::mt19937_64& random) {
    static constexpr const char* pieces[] = {"a",  "b",      "T",   "&",   " & ",  "'",   "'s",   ".",  " ",  "-",
                                             "st", "the",    "of",  "OR",  "me",   "bar", "q",    "n",  "y",  "d'",
                                             "l’", "é",      "ies", "oes", "s",    "1",   "+",    "ー", "店", "カ",
                                             "กำ", "\u0301", "and", ",",   "\xFF", "Co",  "dell'"};
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
    for (int i = 0; i < 100'000; ++i) {
        const std::string text = any_text(random);
        analyse_query(text, query);
        analyse_record(text, record);
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
    for (int i = 0; i < 50'000; ++i) {
        const std::string text = any_text(random);
        analyse_record(text, record);
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
    for (int i = 0; i < 50'000; ++i) {
        const std::string text = any_text(random);
        analyse_record(text, once);
        fold(text, folded);
        analyse_record(folded, twice);
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
            EXPECT_TRUE(finds(part, whole)) << part;
        }
    }
}

TEST(AnalyserProperty, AWordStaysWhatItIs) {
    AnalysedText text;
    for (const char* word : {"starbuck", "cooky",   "sho",  "church", "box",   "st",  "mt",      "bbq",
                             "center",   "brother", "usa",  "att",    "hm",    "joe", "theater", "height",
                             "spring",   "museum",  "αρτα", "елка",   "94107", "the", "横浜"}) {
        analyse_query(word, text);
        ASSERT_EQ(text.words.size(), 1U) << word;
        EXPECT_EQ(text.view(text.words[0]), word);
    }
}

TEST(FoldPlural, IsIdempotent) {
    std::mt19937_64 random(4);
    static constexpr char letters[] = "aeiosuxhcytz";
    for (int i = 0; i < 300'000; ++i) {
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
    }
}

TEST(WordForms, AFormIsLookedUpOnceOnly) {
    for (const char* word : {
#define BIZREC_FORM(written, meant) meant,
#include "bizrec/text/data/word_forms.inc"
#undef BIZREC_FORM
         }) {
        std::string folded = word;
        folded.resize(fold_plural(folded.data(), folded.size()));
        EXPECT_EQ(folded, word);
        EXPECT_TRUE(find_word_form(word).word.empty()) << word;
    }
}

TEST(WordForms, EveryWordOfTheTablesIsFound) {
    for (const auto& [written, meant] : std::initializer_list<std::pair<const char*, const char*>>{
#define BIZREC_FORM(written, meant) {written, meant},
#include "bizrec/text/data/word_forms.inc"
#undef BIZREC_FORM
         }) {
        EXPECT_EQ(find_word_form(written).word, meant);
        EXPECT_FALSE(find_word_form(written).is_stop);
    }
    for (const char* word : {
#define BIZREC_STOP(word) word,
#include "bizrec/text/data/stop_words.inc"
#undef BIZREC_STOP
         }) {
        EXPECT_EQ(find_word_form(word).word, word);
        EXPECT_TRUE(find_word_form(word).is_stop);
    }
    EXPECT_TRUE(find_word_form("").word.empty());
    EXPECT_TRUE(find_word_form("starbucks").word.empty());
    EXPECT_TRUE(find_word_form("internationalinternational").word.empty());
}

TEST(Analyser, HostileTexts) {
    AnalysedText text;
    analyse_record(std::string(500, 'a'), text);
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
    analyse_query(run, text);
    EXPECT_EQ(text.words.size(), 499U);
    analyse_record(run, text);
    EXPECT_EQ(text.words.size(), 999U);
    analyse_record(marks, text);
    ASSERT_EQ(text.words.size(), 1U);
    EXPECT_LE(count_code_points(text.view(text.words[0])), 64U);
    analyse_record(letters, text);
    for (const Word& word : text.words) {
        EXPECT_LE(word.size, 64U);
    }
    analyse_query(std::string_view("a\0b", 3), text);
    EXPECT_EQ(shown(text), "a/s b");
    analyse_query("caf\xC3", text);
    EXPECT_EQ(shown(text), "caf");
}

}  // namespace
}  // namespace bizrec::text
