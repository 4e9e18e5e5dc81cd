#include <gtest/gtest.h>

#include "bizrec/base/rule_lines.hpp"
#include "t/unit/text/analyser_words.hpp"

namespace bizrec::text {
namespace {

/// FNV-1a.
std::uint64_t digest(const std::string& bytes) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
    }
    return hash;
}

/// Fails if a text gives other words than before. If no rule file has changed, increase analyser_version(), so that no
/// server reads an index that was built with other words. Then update the digest here.
TEST(AnalyserVersion, GoesUpWithTheWords) {
    std::string words;
    const auto add = [&words](std::string_view text) {
        words += query_words(text) + '\n' + record_words(text) + '\n' + record_key(text) + '\n';
    };
    for (const char* table : {"stop_words", "word_forms"}) {
        const RuleText text{table, built_in_rules(table)};
        for (RuleReader reader(text); reader.next();) {
            for (std::size_t i = 0; i < reader.rule().size(); ++i) {
                add(reader.rule()[i]);
            }
        }
    }
    for (const char* text : {"Arnie Morton's of Chicago",
                             "James's",
                             "U.S.A. P. F. Chang's",
                             "P.J.'s",
                             "A-1 Auto",
                             "a B & B",
                             "AT&T",
                             "AT & T",
                             "Shop 'n Save",
                             "rock'n'roll",
                             "Arte y Vino",
                             "Bar-B-Que",
                             "Do-Nuts",
                             "Mc Donald's",
                             "Musée d'Orsay",
                             "L’Atelier",
                             "dell'arte",
                             "Portland OR",
                             "bangor me",
                             "near me",
                             "brewery CO",
                             "Brewing Co",
                             "in la",
                             "cookies pies shoes joes boxes churches glasses quiches",
                             "trees campus bus gas boss vertebraes waltzes",
                             "Łódź Ærø Straße ΆΡΤΑ Ёлка",
                             "ｶﾞﾝﾀﾞﾑ 居酒屋BAR24 コーヒー・紅茶 々ヶ",
                             "한국 식당",
                             "มีนา กำ",
                             "नमस्ते",
                             "נמל תל־אביב",
                             "مطعم النيل",
                             "ﬁnal ＡＢＣ１２ Ⅳ ½",
                             "94107-1234 SW1A 2AA",
                             "Coca-Cola 7-Eleven St.Louis",
                             "臺灣 らーめん Joe´s المكتبة نِיקוד"}) {
        add(text);
    }
    EXPECT_EQ(analyser_version(), 3U);
    EXPECT_EQ(digest(words), 17578350561160173047U) << words;
}

}  // namespace
}  // namespace bizrec::text
