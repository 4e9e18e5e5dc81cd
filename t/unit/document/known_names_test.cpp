#include "lmdb_builder/document/known_names.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bizrec/text/number_words.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::builder {
namespace {

const text::WordForms& forms = text::WordForms::built_in();
const text::NumberWords& numbers = text::NumberWords::built_in();

std::string words_of(const KnownName& known) {
    std::string all;
    for (const text::Word& word : known.text.words) {
        all.append(known.text.view(word)).append(" ");
    }
    return all;
}

TEST(KnownNames, HoldWhatAnalyserAndGlueGive) {
    KnownNames names(forms, numbers);
    const KnownName& known = names.look_up("Barnes & Noble Cafe's");
    EXPECT_EQ(words_of(known), "barne and noble cafe ");
    EXPECT_EQ(known.key, "barne noble cafe");
    EXPECT_EQ(known.words, 3U);
    EXPECT_EQ(known.analysed, "barnenoblecafe");
    EXPECT_EQ(known.written, "barnesnoblecafes");
    EXPECT_EQ(known.spoken, "barnesandnoblecafes");
    EXPECT_FALSE(known.is_one_token);
    EXPECT_EQ(names.look_up("Coffee").written, "") << "as its words are";
    EXPECT_TRUE(names.look_up("Coffee").is_one_token);
    EXPECT_EQ(names.look_up("").words, 0U);
    EXPECT_EQ(names.look_up("& &").words, 0U);
}

/// Uses more names than there are slots, and some that are too long to keep.
TEST(KnownNames, ANameThatIsKnownIsWhatItWasAtFirst) {
    KnownNames names(forms, numbers);
    const auto name = [](std::size_t i) {
        return "Shop " + std::to_string(i) + (i % 7 == 0 ? std::string(KnownNames::max_kept, 'x') : "") + " & Co";
    };
    for (int round = 0; round < 2; ++round) {
        for (std::size_t i = 0; i < 3 * KnownNames::slots; i += 1 + i % 3) {
            const KnownName& known = names.look_up(name(i));
            ASSERT_EQ(known.name, name(i));
            ASSERT_EQ(known.key.substr(0, 5), "shop ") << name(i);
            ASSERT_EQ(known.analysed.substr(0, 4 + std::to_string(i).size()), "shop" + std::to_string(i));
            if (i % 500 == 0) {
                KnownNames fresh(forms, numbers);
                ASSERT_EQ(known.key, fresh.look_up(name(i)).key);
                ASSERT_EQ(known.spoken, fresh.look_up(name(i)).spoken);
            }
        }
    }
}

}  // namespace
}  // namespace bizrec::builder
