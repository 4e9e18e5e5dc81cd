#include "bizrec/api/reading_header.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace bizrec::api {
namespace {

using search::Reading;

std::string written(Reading reading, const std::vector<std::string_view>& words) {
    std::string out = "left over";
    write_reading(reading, words, out);
    return out;
}

TEST(ReadingHeader, NamesTheReadingAndTheWords) {
    EXPECT_EQ(written(Reading::all_words, {"golden"}), "all_words");
    EXPECT_EQ(written(Reading::joined, {"starbucks"}), "joined;searched=\"starbucks\"");
    EXPECT_EQ(written(Reading::corrected, {"golden", "anchor"}), "corrected;searched=\"golden anchor\"");
    EXPECT_EQ(written(Reading::neighbours, {"golden"}), "corrected;searched=\"golden\"");
    EXPECT_EQ(written(Reading::split, {"golden"}), "split;searched=\"golden\"");
    EXPECT_EQ(written(Reading::most_words, {"golden"}), "most_words;searched=\"golden\"");
    EXPECT_EQ(written(Reading::any_word, {}), "any_word;searched=\"\"");
    EXPECT_EQ(written(Reading::in_place, {"golden"}), "in_place;searched=\"golden\"");
}

TEST(ReadingHeader, HoldsWhatAQuotedStringMay) {
    EXPECT_EQ(written(Reading::split, {"é", "a\"b", "c\\d", "50%", "x\r\nEvil: 1", std::string_view("\0", 1)}),
              "split;searched=\"%C3%A9 a%22b c%5Cd 50%25 x%0D%0AEvil: 1 %00\"");
}

TEST(ReadingHeader, IsBounded) {
    const std::string word(100, 'x');
    const std::string header = written(Reading::any_word, std::vector<std::string_view>(500, word));
    EXPECT_LE(header.size(), searched_bytes_at_most + 32);
    EXPECT_EQ(std::count(header.begin(), header.end(), ' '), 9);
    EXPECT_EQ(header.back(), '"');
    const std::string cyrillic(searched_bytes_at_most, '\xD0');
    EXPECT_EQ(written(Reading::any_word, {cyrillic}), "any_word;searched=\"\"");
}

}  // namespace
}  // namespace bizrec::api
