#include "bizrec/api/reading_header.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace bizrec::api {
namespace {

using search::Reading;

std::string written(Reading reading, const std::vector<std::string_view>& words, double radius_metres = 0) {
    search::SearchResult result;
    result.reading = reading;
    result.radius_metres = radius_metres;
    std::string out = "left over";
    write_reading(result, words, out);
    return out;
}

TEST(ReadingHeader, NamesTheReadingAndTheWords) {
    EXPECT_EQ(written(Reading::all_words, {"golden"}), "all_words");
    EXPECT_EQ(written(Reading::decoded, {"golden", "anchor"}), "decoded;searched=\"golden anchor\"");
    EXPECT_EQ(written(Reading::most_words, {"golden"}), "most_words;searched=\"golden\"");
    EXPECT_EQ(written(Reading::any_word, {}), "any_word;searched=\"\"");
    EXPECT_EQ(written(Reading::in_place, {"golden"}), "in_place;searched=\"golden\"");
}

/// Every row of the one table that headers, explanations and documentation read.
TEST(ReadingHeader, NamesEachReadingOfTheTable) {
    for (std::size_t i = 0; i < search::readings.size(); ++i) {
        const search::ReadingNames& names = search::readings[i];
        EXPECT_EQ(static_cast<std::size_t>(names.reading), i) << names.name;
        EXPECT_EQ(search::names_of(names.reading).name, names.name);
        const std::string header = written(names.reading, {});
        EXPECT_EQ(header.substr(0, header.find(';')), names.name);
    }
}

TEST(ReadingHeader, TellsTheRadiusOfACircleAboutAPlace) {
    EXPECT_EQ(written(Reading::in_place, {"museum"}, 15000), "in_place;searched=\"museum\";radius=15000");
    EXPECT_EQ(written(Reading::decoded, {"museum"}, 15000), "decoded;searched=\"museum\";radius=15000");
}

TEST(ReadingHeader, NamesTheWordsOfAnotherReading) {
    std::string out = "left over";
    write_other_reading({}, out);
    EXPECT_EQ(out, "");
    write_other_reading({"golden", "anch\"r"}, out);
    EXPECT_EQ(out, "\"golden anch%22r\"");
    write_other_reading(std::vector<std::string_view>(500, std::string(100, 'x')), out);
    EXPECT_LE(out.size(), max_searched_bytes + 2);
}

TEST(ReadingHeader, HoldsWhatAQuotedStringMay) {
    EXPECT_EQ(written(Reading::decoded, {"é", "a\"b", "c\\d", "50%", "x\r\nEvil: 1", std::string_view("\0", 1)}),
              "decoded;searched=\"%C3%A9 a%22b c%5Cd 50%25 x%0D%0AEvil: 1 %00\"");
}

TEST(ReadingHeader, IsBounded) {
    const std::string word(100, 'x');
    const std::string header = written(Reading::any_word, std::vector<std::string_view>(500, word));
    EXPECT_LE(header.size(), max_searched_bytes + 32);
    EXPECT_EQ(std::count(header.begin(), header.end(), ' '), 9);
    EXPECT_EQ(header.back(), '"');
    const std::string cyrillic(max_searched_bytes, '\xD0');
    EXPECT_EQ(written(Reading::any_word, {cyrillic}), "any_word;searched=\"\"");
}

}  // namespace
}  // namespace bizrec::api
