#include "bizrec/text/script_forms.hpp"

#include <gtest/gtest.h>

#include <unicode/translit.h>
#include <unicode/unistr.h>

#include <memory>

#include "bizrec/base/utf8.hpp"
#include "t/unit/text/random_text.hpp"

namespace bizrec::text {
namespace {

std::string formed(std::string_view folded) {
    std::string out;
    append_script_forms(folded, out);
    return out;
}

/// ICU's own transform, which is slow.
class Transform {
public:
    explicit Transform(const char* id) {
        UErrorCode error = U_ZERO_ERROR;
        transform_.reset(icu::Transliterator::createInstance(id, UTRANS_FORWARD, error));
    }
    std::string of(const std::string& utf8) const {
        auto text = icu::UnicodeString::fromUTF8(utf8);
        transform_->transliterate(text);
        std::string out;
        text.toUTF8String(out);
        return out;
    }

private:
    std::unique_ptr<icu::Transliterator> transform_;
};

std::string utf8_of(char32_t c) {
    std::string utf8;
    append_code_point(utf8, c);
    return utf8;
}

TEST(ScriptForms, FollowTheRules) {
    const std::pair<const char*, const char*> cases[] = {
        {"", ""},
        {"cafe müller", "cafe müller"},
        {"臺灣 鳥貴族", "台湾 鸟贵族"},
        {"ラーメン らーめん", "らあめん らあめん"},
        {"ラーーメン", "らああめん"},
        {"ンー", "んー"},
        {"旭ヶ丘", "旭け丘"},
        {"ー 酒ー", " 酒ー"},
        {"المكتبة", "مكتبه"},
        {"الى ال الم", "الي ال الم"},
        {"\u0640a\u064E", "\u0640a\u064E"},
        {"مَكْـتَب، إلى", "مكتب، الي"},
        {"שָׁלוֹם", "שלום"},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(formed(text), expected) << text;
    }
}

/// The table is from ICU 72 on every machine. A newer ICU simplifies more characters (76: 207 more). Unlike ICU, the
/// table makes 苎 of 苎, 苧 and 薴.
TEST(ScriptForms, EveryHanCharacterIsSimplifiedAsByIcu) {
    const Transform icu("Traditional-Simplified");
    std::size_t newer = 0;
    for (char32_t c = 0x4E00; c <= 0x9FFF; ++c) {
        const bool is_swapped = c == U'苎' || c == U'苧' || c == U'薴';
        const std::string typed = utf8_of(c);
        const std::string expected = is_swapped ? "苎" : icu.of(typed);
        if (U_ICU_VERSION_MAJOR_NUM > 72 && formed(typed) != expected) {
            ++newer;
        } else {
            ASSERT_EQ(formed(typed), expected) << typed;
        }
    }
    EXPECT_LT(newer, 512U);
}

TEST(ScriptForms, KatakanaIsHiraganaAsByIcu) {
    const Transform icu("Katakana-Hiragana");
    std::mt19937_64 random(7);
    for (int i = 0; i < 3'000; ++i) {
        std::string typed = "ア";
        for (std::size_t left = random() % 8; left > 0; --left) {
            typed += random() % 4 == 0 ? "ー" : utf8_of(0x30A1 + static_cast<char32_t>(random() % 0x56));
        }
        ASSERT_EQ(formed(typed), icu.of(typed)) << "seed 7, step " << i;
    }
}

TEST(ScriptForms, AreIdempotent) {
    std::mt19937_64 random(8);
    const char* const pieces[] = {"ال", "م", "ة", "ى", "\u064E", "\u0640", "ー", "ラ", "ん", "臺", " ", "a", "שָׁ"};
    for (int i = 0; i < 3'000; ++i) {
        std::string text;
        for (std::size_t left = random() % 12; left > 0; --left) {
            text += pieces[random() % std::size(pieces)];
        }
        const std::string once = formed(text);
        ASSERT_EQ(formed(once), once) << "seed 8, step " << i << ": " << text;
    }
}

}  // namespace
}  // namespace bizrec::text
