#include "bizrec/text/two_errors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bizrec/base/utf8.hpp"
#include "bizrec/text/spelling_keys.hpp"
#include "t/unit/support/edit_distance.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::text {
namespace {

using search::testing::affordable;
using search::testing::edit_distance;
using search::testing::Random;

std::string utf8_of(const std::u32string& letters) {
    std::string out;
    for (const char32_t letter : letters) {
        append_code_point(out, letter);
    }
    return out;
}

/// Whether a word is found by what is typed, with one error or two.
bool finds(const std::u32string& typed, const std::u32string& meant) {
    std::vector<std::uint64_t> of_word, of_typed, of_two;
    deletion_keys(utf8_of(meant), of_word);
    deletion_keys(utf8_of(typed), of_typed);
    two_error_keys(utf8_of(typed), of_two);
    of_typed.insert(of_typed.end(), of_two.begin(), of_two.end());
    return std::any_of(of_typed.begin(), of_typed.end(), [&of_word](std::uint64_t key) {
        return std::find(of_word.begin(), of_word.end(), key) != of_word.end();
    });
}

std::u32string with_error(std::u32string word, const std::u32string& alphabet, Random& random) {
    const std::size_t at = random() % word.size();
    const char32_t letter = alphabet[random() % alphabet.size()];
    switch (random() % 4) {
        case 0:
            return word.insert(at, 1, letter);
        case 1:
            return word.erase(at, 1);
        case 2:
            word[at] = letter;
            return word;
        default:
            std::swap(word[at], word[at + 1 < word.size() ? at + 1 : 0]);
            return word;
    }
}

/// Compares the keys with the textbook distance.
TEST(TwoErrors, EachWordThatIsNearSharesAKey) {
    Random random(71);
    std::size_t at_two = 0;
    for (const std::u32string& alphabet : {std::u32string(U"abc"), std::u32string(U"abcdefghijklmnopqrstuvwxyz"),
                                           std::u32string(U"абвгя"), std::u32string(U"αβγδω")}) {
        for (int round = 0; round < affordable(1500); ++round) {
            std::u32string meant;
            for (std::size_t size = min_with_two_errors + random() % 8; meant.size() < size;) {
                meant += alphabet[random() % alphabet.size()];
            }
            const std::u32string typed = with_error(with_error(meant, alphabet, random), alphabet, random);
            if (typed.size() >= min_with_two_errors && edit_distance(typed, meant) <= 2) {
                ASSERT_TRUE(finds(typed, meant)) << utf8_of(typed) << " for " << utf8_of(meant);
                at_two += edit_distance(typed, meant) == 2 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(at_two, static_cast<std::size_t>(affordable(2000)));
}

TEST(TwoErrors, AnywhereInTheWord) {
    for (const auto& [typed, meant] :
         {std::pair{U"anmeirca", U"america"}, std::pair{U"coffa", U"coffee"}, std::pair{U"conzlege", U"college"},
          std::pair{U"amerc", U"america"}, std::pair{U"bewrry", U"brewery"}, std::pair{U"tsabrucks", U"starbucks"}}) {
        EXPECT_TRUE(finds(typed, meant)) << utf8_of(typed);
    }
    EXPECT_FALSE(finds(U"xzresturnt", U"restaurant"));
}

TEST(TwoErrors, DigitsAreMeant) {
    EXPECT_TRUE(finds(U"tabcd8", U"abdc8"));
    EXPECT_FALSE(finds(U"abcde81", U"abcde8xy"));
    EXPECT_FALSE(finds(U"pier39", U"pier58"));
}

TEST(TwoErrors, ShortWordsAndLongOnesHaveNoKeys) {
    std::vector<std::uint64_t> keys{42};
    for (const std::string& typed :
         {std::string(), std::string("abcd"), std::string(65, 'a'), std::string(70000, 'b')}) {
        two_error_keys(typed, keys);
        EXPECT_TRUE(keys.empty()) << typed.size();
    }
    two_error_keys("starbuks", keys);
    EXPECT_LT(keys.size(), 1300U);
    two_error_keys(std::string(64, 'a'), keys);
    EXPECT_LT(keys.size(), 10000U);
    two_error_keys("\xFF\xFE\xFD\xFC\xFB\xF0\x9F", keys);
}

}  // namespace
}  // namespace bizrec::text
