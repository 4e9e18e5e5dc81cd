#include "lmdb_builder/document/city_words.hpp"

#include <gtest/gtest.h>

#include <random>

#include "bizrec/text/fold.hpp"
#include "bizrec/text/script_forms.hpp"
#include "bizrec/text/word_forms.hpp"
#include "t/unit/text/random_text.hpp"

namespace bizrec::builder {
namespace {

/// The words of a text as the index stores them, one on each line.
std::string analysed(std::string_view text) {
    text::AnalysedText words;
    text::analyse_record(text::WordForms::built_in(), text, words);
    std::string out;
    for (const text::Word& word : words.words) {
        out.append(words.view(word)).append(std::to_string(static_cast<int>(word.kind))).append("\n");
    }
    return out;
}

std::string lines_of(const std::vector<PlaceWord>& words) {
    std::string out;
    for (const PlaceWord& word : words) {
        out.append(word.text).append(std::to_string(static_cast<int>(word.kind))).append("\n");
    }
    return out;
}

TEST(CityWords, RememberedOnesAreThoseOfTheAnalyser) {
    const text::WordForms& forms = text::WordForms::built_in();
    std::mt19937_64 random(17);
    std::vector<std::string> cities = {"Köln", "New York", "京都市中京区", "St. Louis", "", "Springs", "L'Île-d'Yeu"};
    for (int i = 0; i < 500; ++i) {
        cities.push_back(text::random_text(random));
    }
    CityWordsTable table(forms);
    for (int i = 0; i < 5'000; ++i) {
        const std::string& city = cities[random() % cities.size()];
        const CityWords& words = table.words(city);
        ASSERT_EQ(lines_of(words.own), analysed(city)) << city;
        text::AnalysedText text;
        std::string key, letters, folded;
        text::analyse_record(forms, city, text);
        text::whole_text_key(forms, text, 0, text.words.size(), key);
        text::fold_letters(city, letters);
        text::append_script_forms(letters, folded);
        EXPECT_EQ(words.whole, folded == key ? key : std::string()) << city;
    }
}

TEST(CityWords, UmlautsAreTwoLettersToo) {
    CityWordsTable table(text::WordForms::built_in());
    EXPECT_EQ(table.words("Köln").whole, "koln");
    ASSERT_EQ(table.words("Köln").others.size(), 1U);
    EXPECT_EQ(table.words("Köln").others[0].text, "koeln");
    EXPECT_EQ(table.words("Köln").others[0].kind, text::WordKind::part);
}

TEST(CityWords, ForgetsWhenFull) {
    CityWordsTable table(text::WordForms::built_in());
    const std::string long_name(CityWordsTable::max_bytes / 8, 'x');
    for (int i = 0; i < 20; ++i) {
        const std::string name = long_name + std::to_string(i);
        EXPECT_EQ(lines_of(table.words(name).own), analysed(name));
    }
    EXPECT_EQ(table.words("Bonn").whole, "bonn");
}

}  // namespace
}  // namespace bizrec::builder
