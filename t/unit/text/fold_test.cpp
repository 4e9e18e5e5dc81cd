#include "bizrec/text/fold.hpp"
#include "bizrec/text/fold_ways.hpp"
#include "bizrec/text/utf8.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "t/unit/support/random.hpp"
#include "t/unit/text/random_text.hpp"

namespace bizrec::text {
namespace {

using search::testing::whole_at_night;

std::string folded(std::string_view text) {
    std::string out = "rubbish of an earlier call";
    fold(text, out);
    return out;
}

std::string letters(std::string_view text) {
    std::string out = "rubbish of an earlier call";
    fold_letters(text, out);
    return out;
}

TEST(Fold, FollowsTheRules) {
    const std::pair<const char*, const char*> cases[] = {
        {"", ""},
        {"Joe's Diner & Bar, No. 5", "joe's diner & bar, no. 5"},
        {"Café Zoë", "cafe zoe"},
        {"CAFE\u0301", "cafe"},
        {"Ångström", "angstrom"},
        {"Straße", "strasse"},
        {"Łódź", "lodz"},
        {"Ærø", "aero"},
        {"Œuvre", "oeuvre"},
        {"Đà Nẵng", "da nang"},
        {"Þórshöfn", "thorshofn"},
        {"Diyarbakır", "diyarbakir"},
        {"İstanbul", "istanbul"},
        {"Ħamrun", "hamrun"},
        {"Ελλάς", "ελλασ"},
        {"ΆΡΤΑ", "αρτα"},
        {"Ёлка", "елка"},
        {"Київ", "киів"},
        {"ﬁnal ＡＢＣ１２ Ⅳ ²", "final abc12 iv 2"},
        {"ｶﾞﾝﾀﾞﾑ", "ガンダム"},
        {"ガカ", "ガカ"},
        {"한국", "한국"},
        {"नीला", "नीला"},
        {"มีนา", "มีนา"},
        {"בָּ", "בָּ"},
        {"soft\u00ADhyphen\u200Bzero\uFEFF", "softhyphenzero"},
        {"a\u00A0b", "a b"},
        {"Hawaiʻi", "hawai'i"},
        {"Joe´s Caf´e", "joe's caf'e"},
        {"☕", "☕"},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(folded(text), expected) << text;
    }
}

TEST(Fold, MarksCarryMeaningOutsideLatinGreekAndCyrillic) {
    EXPECT_NE(folded("ガ"), folded("カ"));
    EXPECT_NE(folded("कि"), folded("क"));
    EXPECT_EQ(folded("ガ"), folded("カ\u3099"));
}

TEST(Fold, BrokenBytesBecomeReplacementCharacters) {
    EXPECT_EQ(folded("Caf\xE9"), "caf\uFFFD");
    EXPECT_EQ(folded("\xFF"), "\uFFFD");
    EXPECT_EQ(letters("\xFFx"), "x");
}

TEST(FoldLetters, KeepsLettersMarksAndNumbersOnly) {
    const std::pair<const char*, const char*> cases[] = {
        {"St. John's", "stjohns"},
        {"Provence-Alpes-Côte d’Azur", "provencealpescotedazur"},
        {"Hawaiʻi", "hawaii"},
        {"7-Eleven", "7eleven"},
        {"大阪 府", "大阪府"},
        {"_-_ !", ""},
        {"नी-ला", "नीला"},
        {"カ -\u3099", "カ"},
        {"\u1112-\u1161", "\uD558"},
        {"☕ Café", "cafe"},
        {"½", "12"},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(letters(text), expected) << text;
    }
}

TEST(Fold, IsIdempotentAndDeterministic) {
    std::mt19937_64 random(30);
    for (int i = 0; i < whole_at_night(200'000); ++i) {
        const std::string text = i % 8 == 0 ? random_bytes(random) : random_text(random);
        const std::string once = folded(text);
        ASSERT_EQ(folded(once), once) << "seed 30, step " << i << ": " << text;
        ASSERT_TRUE(is_valid_utf8(once)) << "seed 30, step " << i;
        const std::string kept = letters(text);
        ASSERT_EQ(letters(kept), kept) << "seed 30, step " << i << ": " << text;
        ASSERT_EQ(folded(kept), kept) << "seed 30, step " << i << ": " << text;
        ASSERT_EQ(letters(once), kept) << "seed 30, step " << i << ": " << text;
    }
}

TEST(Fold, EveryCodePointIsIdempotent) {
    for (char32_t c = 1; c < 0x110000; ++c) {
        if (c >= 0xD800 && c <= 0xDFFF) {
            continue;
        }
        std::string text;
        append_utf8(c, text);
        const std::string once = folded(text);
        ASSERT_EQ(folded(once), once) << std::hex << static_cast<unsigned>(c);
    }
}

/// Checks that any text folds as ICU folds it.
void expect_general(const std::string& text) {
    std::string general;
    icu_fold(text, general);
    ASSERT_EQ(folded(text), general) << text;
    icu_fold_letters(text, general);
    ASSERT_EQ(letters(text), general) << text;
}

TEST(Fold, AsciiPathEqualsTheGeneralOne) {
    std::mt19937_64 random(31);
    for (int i = 0; i < whole_at_night(20'000); ++i) {
        std::string text;
        for (std::size_t left = random() % 20; left > 0; --left) {
            text += static_cast<char>(random() % 128);
        }
        expect_general(text);
    }
}

TEST(Fold, LetterByLetterEqualsTheGeneralOne) {
    for (char32_t c = 1; c < 0x10000; ++c) {
        if (c >= 0xD800 && c <= 0xDFFF) {
            continue;
        }
        std::string text = "a";
        append_utf8(c, text);
        for (const char32_t neighbour : {U'e', U'\u0301', U'é', U'ー', U'\u3099', U'\u1161', U'한', U'ﾞ'}) {
            append_utf8(neighbour, text);
            append_utf8(c, text);
        }
        expect_general(text);
    }
}

TEST(Fold, MixedLettersEqualTheGeneralPath) {
    std::mt19937_64 random(32);
    struct Block {
        char32_t first, last;
    };
    const Block blocks[] = {{0x20, 0x7E},     {0x80, 0x24F},    {0x250, 0x52F},   {0x300, 0x36F},   {0x600, 0x6FF},
                            {0x1100, 0x11FF}, {0x1E00, 0x1FFF}, {0x2000, 0x206F}, {0x3000, 0x30FF}, {0x3041, 0x30FF},
                            {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3}, {0xFF01, 0xFFDC}, {0x20, 0x7E}};
    for (int i = 0; i < whole_at_night(300'000); ++i) {
        const std::size_t used = 1 + random() % std::size(blocks);  // few in some texts, which then have no marks
        const std::size_t from = random() % std::size(blocks);
        std::string text;
        for (std::size_t left = random() % 12; left > 0; --left) {
            const Block& block = blocks[(from + random() % used) % std::size(blocks)];
            append_utf8(block.first + static_cast<char32_t>(random() % (block.last - block.first + 1)), text);
        }
        if (i % 16 == 0) {
            text.insert(random() % (text.size() + 1), 1, static_cast<char>(0x80 + random() % 0x80));
        }
        expect_general(text);
    }
}

TEST(Fold, TakesCommonNamesLetterByLetter) {
    std::string out;
    for (const char* text :
         {"Café Zoë", "Provence-Alpes-Côte d’Azur", "Łódź", "Ελλάς", "Київ", "ガカ", "大阪 府", "한국"}) {
        EXPECT_TRUE(fold_by_letters(text, out)) << text;
    }
    for (const char* text : {"Cafe\u0301", "カ\u3099", "נ\u05B8", "\u1112\u1161", "soft\u00ADhyphen"}) {
        EXPECT_FALSE(fold_by_letters(text, out)) << text;
    }
}

TEST(Fold, AsciiReusesTheCapacityOfTheTarget) {
    std::string out(64, 'x');
    const char* before = out.data();
    fold("Some ASCII Name", out);
    EXPECT_EQ(out.data(), before);
    EXPECT_EQ(out, "some ascii name");
}

TEST(Fold, ThreadsDoNotShareBuffers) {
    std::string results[4];
    std::thread threads[4];
    for (int t = 0; t < 4; ++t) {
        threads[t] = std::thread([t, &results] {
            std::mt19937_64 random(static_cast<unsigned>(t % 2));
            std::string out;
            for (int i = 0; i < 5'000; ++i) {
                fold(random_text(random), out);
                results[t] += out;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(results[0], results[2]);
    EXPECT_EQ(results[1], results[3]);
    EXPECT_NE(results[0], results[1]);
}

}  // namespace
}  // namespace bizrec::text
