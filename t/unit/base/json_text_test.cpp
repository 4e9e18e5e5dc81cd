#include "bizrec/base/json_text.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace bizrec
