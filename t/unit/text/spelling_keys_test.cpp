#include "bizrec/text/spelling_keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace bizrec::text {
namespace {

using Keys = std::vector<std::uint64_t>;

Keys keys_of(const std::string& word) {
    Keys keys{42};  // overwritten
    spelling_keys(word, keys);
    return keys;
}

Keys of_forms(const std::vector<std::string>& forms) {
    Keys keys;
    for (const std::string& form : forms) {
        keys.push_back(spelling_key(form));
    }
    return keys;
}

bool meet(const std::string& a, const std::string& b) {
    const Keys one = keys_of(a), other = keys_of(b);
    return std::any_of(one.begin(), one.end(),
                       [&](std::uint64_t key) { return std::find(other.begin(), other.end(), key) != other.end(); });
}

TEST(SpellingKeys, TheWordThenEachFormWithoutOneLetter) {
    EXPECT_EQ(keys_of("thai"), of_forms({"thai", "hai", "tai", "thi", "tha"}));
    EXPECT_EQ(keys_of("caf\u00E9"), of_forms({"caf\u00E9", "af\u00E9", "cf\u00E9", "ca\u00E9", "caf"}));
}

TEST(SpellingKeys, EqualFormsStandOnce) {
    EXPECT_EQ(keys_of("pizza"), of_forms({"pizza", "izza", "pzza", "piza", "pizz"}));
    EXPECT_EQ(keys_of("aaaa"), of_forms({"aaaa", "aaa"}));
    EXPECT_EQ(keys_of("abab"), of_forms({"abab", "bab", "aab", "abb", "aba"}));
}

TEST(SpellingKeys, ShortFormsAreLeftOut) {
    EXPECT_TRUE(keys_of("").empty());
    EXPECT_TRUE(keys_of("a").empty());
    EXPECT_EQ(keys_of("ab"), of_forms({"ab"}));
    EXPECT_EQ(keys_of("kfc"), of_forms({"kfc", "fc", "kc", "kf"}));
}

TEST(SpellingKeys, LongWordsHaveTheirOwnKeyAlone) {
    EXPECT_EQ(keys_of(std::string(30, 'a') + std::string(34, 'b')).size(), 4U) << "and a sound";
    EXPECT_EQ(keys_of(std::string(65, 'a')).size(), 1U);
    EXPECT_EQ(keys_of(std::string(100000, 'a')).size(), 1U);
}

TEST(SpellingKeys, BrokenBytesAreLettersToo) {
    EXPECT_EQ(keys_of("\xFF\xFE\xFD"), of_forms({"\xFF\xFE\xFD", "\xFE\xFD", "\xFF\xFD", "\xFF\xFE"}));
    keys_of("\xF0\x9F");
}

TEST(SpellingKeys, WordsOfOneSoundMeet) {
    for (const auto& [typed, meant] :
         {std::pair("restraunt", "restaurant"), std::pair("pharmacie", "farmacy"),
          std::pair("resturaunt", "restaurant"), std::pair("chauffeur", "shofer"), std::pair("aquarium", "akwarium")}) {
        const bool long_enough = std::string(meant).size() >= min_sounding_word;
        EXPECT_EQ(have_same_sound(typed, meant), long_enough) << typed;
        EXPECT_EQ(meet(typed, meant), long_enough) << typed;
    }
}

TEST(SpellingKeys, OtherWordsDoNotMeet) {
    EXPECT_FALSE(meet("restaurant", "restorer"));
    EXPECT_FALSE(meet("bakery", "brewery"));
    EXPECT_FALSE(have_same_sound("bakery", "bakery")) << "short words have no sound";
    EXPECT_FALSE(have_same_sound("caf\u00E9s in", "caf\u00E9s in"));
    EXPECT_NE(keys_of("bakeries").back(), spelling_key("bkrs")) << "a sound is no spelling";
}

TEST(SpellingKeys, DeletionKeysHaveNoSound) {
    Keys keys;
    deletion_keys("restaurant", keys);
    EXPECT_EQ(keys.size() + 1, keys_of("restaurant").size());
}

}  // namespace
}  // namespace bizrec::text
