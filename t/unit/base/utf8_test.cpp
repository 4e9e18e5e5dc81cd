#include "bizrec/base/utf8.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <random>
#include <string>

namespace bizrec {
namespace {

/// A slow oracle: the length of the shortest beginning that simdjson accepts as UTF-8.
std::size_t valid_length(std::string_view text) {
    for (std::size_t size = 1; size <= 4 && size <= text.size(); ++size) {
        if (simdjson::validate_utf8(text.data(), size)) {
            return size;
        }
    }
    return 0;
}

std::string random_bytes(std::mt19937& random) {
    constexpr unsigned char edges[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2,
                                       0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF};
    std::string bytes(1 + random() % 5, '\0');
    for (char& byte : bytes) {
        byte = static_cast<char>(random() % 4 == 0 ? random() : edges[random() % std::size(edges)]);
    }
    return bytes;
}

TEST(Utf8, SequencesAreThoseThatAnotherValidatorTakes) {
    std::mt19937 random(20261122);
    for (int i = 0; i < 300000; ++i) {
        const std::string bytes = random_bytes(random);
        const std::size_t want = valid_length(bytes);
        ASSERT_EQ(utf8_sequence_length(bytes), want) << testing::PrintToString(bytes);
        std::size_t at = 0;
        const char32_t code_point = next_code_point(bytes, at);
        ASSERT_TRUE(at >= 1 && at <= bytes.size());
        ASSERT_TRUE(want == 0 ? code_point == replacement_character : at == want) << testing::PrintToString(bytes);
    }
    EXPECT_EQ(utf8_sequence_length(""), 0U);
}

TEST(Utf8, CountsAndCutsAtWholeCharacters) {
    const std::string text = "a\u00e9\u20ac\U0001F600z";
    EXPECT_EQ(count_code_points(text), 5U);
    const std::size_t cuts[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
    for (std::size_t limit = 0; limit < std::size(cuts); ++limit) {
        EXPECT_EQ(utf8_cut(text, limit), cuts[limit]) << limit;
    }
}

}  // namespace
}  // namespace bizrec
