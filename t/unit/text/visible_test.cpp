#include "bizrec/text/visible.hpp"

#include <gtest/gtest.h>

#include "bizrec/text/fold.hpp"
#include "bizrec/text/utf8.hpp"

namespace bizrec::text {
namespace {

TEST(Visible, WhatSteersATerminalIsEscaped) {
    EXPECT_EQ(visible("a\x1B[31mb\r\n\t\x7F"), "a\\u001b[31mb\\u000d\\u000a\\u0009\\u007f");
    EXPECT_EQ(visible(std::string("a\0b", 3)), "a\\u0000b");
    EXPECT_EQ(visible("\xC2\x80\xC2\x9B\xC2\x9F\xC2\xA0"), "\\u0080\\u009b\\u009f\xC2\xA0");
    EXPECT_EQ(visible("\u061C\u200E\u200F\u2028\u2029\u202A\u202E\u2066\u2069"),
              "\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a\\u202e\\u2066\\u2069");
    EXPECT_EQ(visible("日本 é 😀 \\ \" \u200C\u200D\uFFFD"), "日本 é 😀 \\ \" \u200C\u200D\uFFFD");
    EXPECT_EQ(visible("a\x9B\xFFz\xE2\x80"), "a\\x9b\\xffz\\xe2\\x80");
    EXPECT_EQ(visible_lines("a\x1B\nb\xC2\x9B\n\nc"), "a\\u001b\nb\\u009b\n\nc");
    EXPECT_EQ(visible_lines(""), "");
    EXPECT_EQ(visible_start(std::string(80, 'x')), std::string(80, 'x'));
    EXPECT_EQ(visible_start(std::string(79, 'x') + "éé"), std::string(79, 'x') + "é…");
}

TEST(Visible, NothingElseGetsThroughAndTwiceIsTheSame) {
    for (char32_t c = 0; c < 0x11000; ++c) {
        if (c >= 0xD800 && c < 0xE000) {
            continue;
        }
        std::string text;
        if (c < 0x80) {
            text = static_cast<char>(c);
        } else {
            const auto lead = [&](unsigned bits, unsigned mark) { text += static_cast<char>(mark | (c >> bits)); };
            const auto more = [&](unsigned bits) { text += static_cast<char>(0x80U | ((c >> bits) & 0x3FU)); };
            if (c < 0x800) {
                lead(6, 0xC0U);
            } else if (c < 0x10000) {
                lead(12, 0xE0U);
                more(6);
            } else {
                lead(18, 0xF0U);
                more(12);
                more(6);
            }
            more(0);
        }
        const std::string shown = visible(text);
        ASSERT_EQ(shown == text, !steers_terminal(c)) << static_cast<unsigned>(c);
        ASSERT_EQ(visible(shown), shown);
        ASSERT_TRUE(is_valid_utf8(shown));
    }
}

TEST(Visible, BlankTextLeavesNoMark) {
    for (const char* text : {"", " ", " \t\r\n", "\u00A0", "\u3000", "\u200B", "\u200B\u2060\uFEFF", "\u00AD", "\u202E",
                             "\xC2\x85", "\u2028", "\u180E", "\u3164", "\x01\x7F"}) {
        EXPECT_TRUE(is_blank(text)) << visible(text);
    }
    for (const char* text : {"a", " a", "-", "\u200Bé", "😀", "\xFF", "\uFFFD", "0"}) {
        EXPECT_FALSE(is_blank(text)) << text;
    }
    EXPECT_FALSE(is_blank(std::string_view("\0", 1))) << "refused as a NUL, not passed over";
}

}  // namespace
}  // namespace bizrec::text
