#include "bizrec/base/json_text.hpp"

#include <gtest/gtest.h>

#include <random>

namespace bizrec {
namespace {

using namespace std::string_literals;

TEST(JsonText, StringsAreEscaped) {
    const auto written = [](const std::string& text) {
        std::string out;
        append_json_string(out, text);
        return out;
    };
    EXPECT_EQ(written(""), R"("")");
    EXPECT_EQ(written("plain / text"), R"("plain / text")");
    EXPECT_EQ(written("\0\x01\x1f\x7f\b\f"s), "\"\\u0000\\u0001\\u001f\x7f\\u0008\\u000c\"");
    EXPECT_EQ(written("\"\\\n\r\t"), R"("\"\\\n\r\t")");
    EXPECT_EQ(written("é☕😀"), "\"é☕😀\"");
    EXPECT_EQ(written("a\xFFz"), "\"a\xEF\xBF\xBDz\"");
    EXPECT_EQ(written("\xED\xA0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    EXPECT_EQ(written("\xE2\x82"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST(JsonText, PlainIsWhatTwoQuotesMakeAString) {
    const auto expect_as_written = [](const std::string& text, bool is_ascii) {
        std::string written;
        append_json_string(written, text);
        EXPECT_EQ(is_plain_json(text), is_ascii && written == '"' + text + '"') << written;
    };
    std::mt19937 random(4);
    for (std::size_t size = 0; size < 40; ++size) {
        expect_as_written(std::string(size, 'x'), true);
        for (int byte = 0; byte < 256; ++byte) {
            for (std::size_t at = 0; at < size; ++at) {
                // The neighbours are 0x20 and 0x21, because a subtraction over several bytes at once may borrow from
                // these.
                std::string text(size, static_cast<char>(0x20 + random() % 2));
                text[at] = static_cast<char>(byte);
                expect_as_written(text, byte < 0x80);
            }
        }
    }
}

}  // namespace
}  // namespace bizrec
