#include "bizrec/text/typing_cost.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "t/unit/support/random.hpp"

namespace bizrec::text {
namespace {

using search::testing::Random;
using Letters = std::u32string;

constexpr float enough = 100;

float cost(const Letters& typed, const Letters& meant, float most = enough) {
    return typing_cost(typed, meant, most);
}

TEST(TypingCost, OfEachError) {
    struct Case {
        const char32_t *typed, *meant;
        float cost;
    };
    for (const Case& each : std::vector<Case>{
             {U"starbucks", U"starbucks", 0},
             {U"", U"", 0},
             {U"cofffee", U"coffee", TypingCosts::slip},        // a letter typed twice
             {U"cofee", U"coffee", TypingCosts::slip},          // a double letter typed once
             {U"starbukcs", U"starbucks", TypingCosts::slip},   // two letters swapped
             {U"starbcks", U"starbucks", TypingCosts::near},    // a letter left out
             {U"starbycks", U"starbucks", TypingCosts::near},   // a vowel for a vowel
             {U"stsrbucks", U"starbucks", TypingCosts::near},   // the key beside the right one
             {U"stqrbucks", U"starbucks", TypingCosts::near},   // the key above the right one
             {U"stmrbucks", U"starbucks", TypingCosts::edit},   // a key far away
             {U"starmbucks", U"starbucks", TypingCosts::edit},  // a letter added
             {U"starbvucks", U"starbucks", TypingCosts::near},  // added by two keys at once
             {U"tarbucks", U"starbucks", TypingCosts::near + TypingCosts::first},
             {U"mtarbucks", U"starbucks", TypingCosts::edit + TypingCosts::first},
             {U"tsarbucks", U"starbucks", TypingCosts::slip + TypingCosts::first},
             {U"farmacy", U"pharmacy", TypingCosts::sound},
             {U"dokter", U"docter", TypingCosts::sound},
             {U"кофе", U"кафе", TypingCosts::edit},                // only Latin vowels and keys are known
             {U"stmrbmcks", U"starbucks", 2 * TypingCosts::edit},  // two errors
         }) {
        EXPECT_FLOAT_EQ(cost(each.typed, each.meant), each.cost)
            << std::string(Letters(each.typed).begin(), Letters(each.typed).end());
    }
}

Letters random_word(Random& random, std::size_t least, std::size_t most) {
    constexpr char32_t letters[] = U"abceiknoprstuвжé";
    Letters out(least + random() % (most - least + 1), U'a');
    for (char32_t& letter : out) {
        letter = letters[random() % 16];
    }
    return out;
}

TEST(TypingCost, IsNothingForTheSameAndSomethingForOthers) {
    Random random(3);
    for (int i = 0; i < 20000; ++i) {
        const Letters one = random_word(random, 0, 12), other = random_word(random, 0, 12);
        ASSERT_EQ(cost(one, one), 0) << i;
        ASSERT_EQ(cost(one, one, 0), 0) << i;
        ASSERT_TRUE(one == other || cost(one, other) >= TypingCosts::slip) << i;
    }
}

TEST(TypingCost, OfTwoSwappedIsTheSameInBothDirections) {
    Random random(4);
    for (int i = 0; i < 5000; ++i) {
        const Letters word = random_word(random, 3, 12);
        Letters swapped = word;
        const std::size_t at = random() % (word.size() - 1);
        std::swap(swapped[at], swapped[at + 1]);
        ASSERT_FLOAT_EQ(cost(word, swapped), cost(swapped, word)) << i;
        if (word != swapped) {
            ASSERT_LE(cost(word, swapped), TypingCosts::slip + (at == 0 ? TypingCosts::first : 0)) << i;
        }
    }
}

/// Each error costs at most TypingCosts::edit, plus TypingCosts::first if it is at the first letter.
TEST(TypingCost, OfErrorsIsAtMostTheirSum) {
    Random random(5);
    for (int i = 0; i < 20000; ++i) {
        const Letters word = random_word(random, 3, 14);
        Letters typed = word;
        const unsigned errors = 1 + random() % 2;
        for (unsigned left = errors; left != 0; --left) {
            const std::size_t at = random() % typed.size();
            switch (random() % 3) {
                case 0:
                    typed.erase(at, 1);
                    break;
                case 1:
                    typed.insert(at, random_word(random, 1, 1));
                    break;
                default:
                    typed[at] = random_word(random, 1, 1)[0];
            }
        }
        const float most = static_cast<float>(errors) * (TypingCosts::edit + TypingCosts::first);
        ASSERT_LE(cost(typed, word), most) << i;
    }
}

TEST(TypingCost, IsExactWithinWhatIsAskedAndMoreBeyond) {
    Random random(6);
    for (int i = 0; i < 20000; ++i) {
        const Letters word = random_word(random, 1, 9);
        Letters typed = word;
        for (unsigned left = random() % 4; left != 0; --left) {
            typed[random() % typed.size()] = random_word(random, 1, 1)[0];
        }
        const float whole = cost(typed, word);
        const float most = static_cast<float>(random() % 60) / 2;
        const float within = cost(typed, word, most);
        ASSERT_TRUE(whole <= most ? within == whole : within > most) << i << ": " << whole << ", " << within;
    }
}

TEST(TypingCost, OfLongWords) {
    const Letters longest(max_typed_word, U'a');
    EXPECT_EQ(cost(longest, longest), 0);
    EXPECT_FLOAT_EQ(cost(longest.substr(1), longest), TypingCosts::slip);
    EXPECT_GT(cost(longest + U"a", longest), enough);
    EXPECT_GT(cost(longest + U"a", longest + U"a"), enough) << "too long, if the same";
    EXPECT_GT(cost(U"abc", U"abcdefgh"), enough) << "five letters are no errors";
    EXPECT_GT(cost(U"", longest), enough);
    const Letters ph(max_typed_word / 2, U'f');
    EXPECT_GT(cost(ph, longest), enough);
}

}  // namespace
}  // namespace bizrec::text
