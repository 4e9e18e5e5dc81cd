#include <gtest/gtest.h>

#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

TEST(NumberText, ForPeople) {
    EXPECT_EQ(with_separators(0), "0");
    EXPECT_EQ(with_separators(999), "999");
    EXPECT_EQ(with_separators(1000), "1,000");
    EXPECT_EQ(with_separators(1234567), "1,234,567");
    EXPECT_EQ(size_text(1023), "1023 bytes");
    EXPECT_EQ(size_text(1536), "1.5 KiB");
    EXPECT_EQ(size_text(3ULL << 40), "3.0 TiB");
    EXPECT_EQ(json_string("a\"b\\c\n"), "\"a\\\"b\\\\c\\n\"");
    EXPECT_EQ(json_string("\x1B[2J\x7F\xC2\x9B\xE2\x80\xAE"), "\"\\u001b[2J\\u007f\\u009b\\u202e\"")
        << "no terminal obeys";
    EXPECT_EQ(json_string("Z\xC3\xBCrich"), "\"Z\xC3\xBCrich\"");
    EXPECT_EQ(json_string("a\xFFz\xC3"), "\"a\xEF\xBF\xBDz\xEF\xBF\xBD\"") << "a path may have any bytes";
}

TEST(NumberText, ANounStandsInTheSingularAfterOne) {
    EXPECT_EQ(counted(0, "entry", "entries"), "0 entries");
    EXPECT_EQ(counted(1, "entry", "entries"), "1 entry");
    EXPECT_EQ(counted(1234, "entry", "entries"), "1,234 entries");
}

}  // namespace
}  // namespace bizrec::builder
