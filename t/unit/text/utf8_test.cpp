#include <gtest/gtest.h>

#include "bizrec/base/utf8.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/utf8.hpp"
#include "t/unit/text/random_text.hpp"

namespace bizrec::text {
namespace {

/// The oracle: reads by table 3-7 of the Unicode standard, byte by byte. Returns the code points of well-formed text,
/// -1 for malformed text.
int slow_count(const std::string& bytes) {
    int count = 0;
    for (std::size_t i = 0; i < bytes.size(); ++count) {
        const auto at = [&](std::size_t k) { return k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0U; };
        const unsigned lead = at(i);
        const std::size_t length = lead < 0x80   ? 1
                                   : lead < 0xC2 ? 0
                                   : lead < 0xE0 ? 2
                                   : lead < 0xF0 ? 3
                                   : lead < 0xF5 ? 4
                                                 : 0;
        if (length == 0) {
            return -1;
        }
        for (std::size_t k = 1; k < length; ++k) {
            unsigned low = 0x80;
            unsigned high = 0xBF;
            if (k == 1) {
                low = lead == 0xE0 ? 0xA0U : lead == 0xF0 ? 0x90U : low;
                high = lead == 0xED ? 0x9FU : lead == 0xF4 ? 0x8FU : high;
            }
            if (at(i + k) < low || at(i + k) > high) {
                return -1;
            }
        }
        i += length;
    }
    return count;
}

TEST(TextUtf8, KnowsTheBrokenForms) {
    EXPECT_TRUE(is_valid_utf8({}));
    EXPECT_TRUE(is_valid_utf8("a\xC3\xA9\xE3\x82\xAB\xF0\x9F\x8D\xBA"));
    EXPECT_FALSE(is_valid_utf8("\xC0\xAF")) << "overlong";
    EXPECT_FALSE(is_valid_utf8("\xED\xA0\x80")) << "surrogate";
    EXPECT_FALSE(is_valid_utf8("\xF4\x90\x80\x80")) << "above U+10FFFF";
    EXPECT_FALSE(is_valid_utf8("caf\xE9")) << "Latin-1";
    EXPECT_FALSE(is_valid_utf8("\xE3\x82")) << "cut short";
    EXPECT_TRUE(is_valid_utf8(std::string_view("\0", 1))) << "NUL is a character; the request parser refuses it";
}

TEST(TextUtf8, AgreesWithTheTableOfTheStandard) {
    std::mt19937_64 random(20);
    for (int i = 0; i < 100'000; ++i) {
        std::string text = random() % 2 ? random_text(random) : random_bytes(random, 6);
        if (!text.empty() && random() % 2) {
            text[random() % text.size()] = static_cast<char>(random() % 256);
        }
        const int expected = slow_count(text);
        ASSERT_EQ(is_valid_utf8(text), expected >= 0) << "seed 20, step " << i;
        if (expected >= 0) {
            ASSERT_EQ(count_code_points(text), static_cast<std::size_t>(expected)) << text;
        }
    }
}

}  // namespace
}  // namespace bizrec::text
