#include <gtest/gtest.h>

#include <algorithm>

#include "bizrec/place/city_words.hpp"
#include "bizrec/place/folded_names.hpp"
#include "bizrec/place/tail_names.hpp"
#include "bizrec/place/words.hpp"
#include "bizrec/text/fold.hpp"
#include "t/unit/support/random.hpp"
#include "t/unit/text/random_text.hpp"

namespace bizrec::place {
namespace {

using search::testing::whole_at_night;

/// Words that the foldings look for, mixed with words and signs that may form them by accident.
std::string random_name(std::mt19937_64& random) {
    static constexpr const char* pieces[] = {
        "Saint",    "sain",   "t",        "St",     "Ste",   "e",      "Fort",   "for",  "Mount", "moun", "the",
        "Province", "provin", "ce",       "of",     "de",    "d",      "y",      "都",   "府",    "県",   "京",
        "大",       "도",     "특별자치", "경",     "区",    "自治",   "län",    "край", "кра",   "й",    "จังหวัด",
        "ั",         "-",      " ",        "'",      ".",     "\u0301", "\u3099", "カ",   "12",    "345",  "0",
        "6789",     ".0",     "ー",       "Oblast", "State", "\u1112", "\u1161", "É"};
    std::string name;
    for (std::size_t left = random() % 7; left > 0; --left) {
        name += pieces[random() % std::size(pieces)];
        if (random() % 2) {
            name += ' ';
        }
    }
    return random() % 8 ? name : name + text::random_text(random, 4);
}

using Fold = void (*)(std::string_view, std::string&);

void fold_zip(std::string_view text, std::string& out) {
    fold_postal_code(text, "US", out);
}
void fold_japanese_code(std::string_view text, std::string& out) {
    fold_postal_code(text, "JP", out);
}

TEST(Names, EveryFoldingIsIdempotentAndFolded) {
    const std::pair<const char*, Fold> foldings[] = {
        {"country", fold_country}, {"state", fold_state}, {"state without unit", fold_state_without_unit},
        {"city", fold_city},       {"ZIP", fold_zip},     {"Japanese code", fold_japanese_code}};
    std::mt19937_64 random(80);
    for (int i = 0; i < whole_at_night(60'000); ++i) {
        const std::string name = random_name(random);
        for (const auto& [what, folding] : foldings) {
            std::string once;
            std::string twice;
            std::string letters;
            folding(name, once);
            folding(once, twice);
            ASSERT_EQ(once, twice) << what << ", seed 80, step " << i << ": " << name;
            text::fold_letters(once, letters);
            ASSERT_EQ(once, letters) << what << ", seed 80, step " << i << ": " << name;
        }
    }
}

TEST(Names, NothingIsEmptyButTextWithoutLetters) {
    std::mt19937_64 random(81);
    for (int i = 0; i < whole_at_night(60'000); ++i) {
        const std::string name = random_name(random);
        std::string letters;
        std::string out;
        text::fold_letters(name, letters);
        fold_state_without_unit(name, out);
        ASSERT_EQ(out.empty(), letters.empty()) << "seed 81, step " << i << ": " << name;
        fold_city(name, out);
        ASSERT_EQ(out.empty(), letters.empty()) << "seed 81, step " << i << ": " << name;
    }
}

/// The oracle for fold_city(), which skips some steps for names of one word. Runs every step for every name.
std::string city_step_by_step(const std::string& name) {
    std::string folded, joined, out;
    std::vector<std::string_view> words;
    text::fold(name, folded);
    split_words(folded, words);
    for (const std::string_view word : words) {
        joined += shortened_in_city(word);
    }
    text::fold_letters(shortened_in_city(joined), out);
    return out;
}

TEST(Names, CitiesOfOneWordAreFoldedAsAllOthers) {
    std::mt19937_64 random(83);
    for (int i = 0; i < whole_at_night(60'000); ++i) {
        const std::string name = i % 2 == 0 ? random_name(random) : text::random_text(random, 1 + random() % 6);
        std::string folded;
        fold_city(name, folded);
        ASSERT_EQ(folded, city_step_by_step(name)) << "seed 83, step " << i << ": " << name;
    }
}

/// One TailNames object serves all texts, as in a search.
TEST(Names, EndsOfATextAreFoldedAsTheyAreAlone) {
    static constexpr const char* separators[] = {" ", ", ", "\t", ";", "  "};
    std::mt19937_64 random(82);
    TailNames names;
    for (int i = 0; i < whole_at_night(30'000); ++i) {
        std::string text;
        std::vector<std::size_t> begins;
        names.clear();
        for (std::size_t left = 1 + random() % 4; left > 0; --left) {
            std::string token = random_name(random);
            token.erase(std::remove_if(token.begin(), token.end(), [](char c) { return c == ' ' || c == ','; }),
                        token.end());
            begins.push_back(text.size());
            names.add(token);
            text += token;
            text += left > 1 ? separators[random() % std::size(separators)] : "";
        }
        for (std::size_t first = 0; first < begins.size(); ++first) {
            const std::string tail = text.substr(begins[first]);
            const TailNames::Names met = names.of(first, tail);
            std::string country;
            std::string state;
            std::string city;
            fold_country(tail, country);
            fold_state(tail, state);
            fold_city(tail, city);
            ASSERT_EQ(met.country, country) << "seed 82, step " << i << ": " << tail;
            ASSERT_EQ(met.state, state) << "seed 82, step " << i << ": " << tail;
            ASSERT_EQ(met.city, city) << "seed 82, step " << i << ": " << tail;
        }
    }
}

}  // namespace
}  // namespace bizrec::place
