#include "lmdb_builder/pull/content_range.hpp"

#include <gtest/gtest.h>

namespace bizrec::builder {
namespace {

TEST(ContentRangeTest, IsReadAsItIsWritten) {
    const auto range = parse_content_range("bytes 100-199/200");
    ASSERT_TRUE(range);
    EXPECT_EQ(range->first, 100U);
    EXPECT_EQ(range->last, 199U);
    EXPECT_EQ(range->size, 200U);
    ASSERT_TRUE(parse_content_range("bytes 0-0/*"));
    EXPECT_EQ(parse_content_range("bytes 0-0/*")->size, 0U);
}

TEST(ContentRangeTest, OtherTextsAreNone) {
    for (const char* const bad :
         {"", "bytes", "bytes */200", "bytes 1-0/200", "bytes 0-200/200", "bytes 0-1/2 ", "bytes  0-1/2", "items 0-1/2",
          "bytes -1-1/2", "bytes 0-1", "bytes 0-99999999999999999999/*", "bytes 0-1/99999999999999999999"}) {
        EXPECT_FALSE(parse_content_range(bad)) << bad;
    }
}

TEST(ContentRangeTest, HeadersAreFoundByNamesOfAnyCase) {
    EXPECT_EQ(header_value("ETag: \"a b\"\r\n", "etag"), "\"a b\"");
    EXPECT_EQ(header_value("etag:x\r\n", "etag"), "x");
    for (const char* const other : {"", "etag", "etags: x", "x-etag: x", "HTTP/1.1 200 OK\r\n", "etag:\r\n"}) {
        EXPECT_EQ(header_value(other, "etag"), "") << other;
    }
}

}  // namespace
}  // namespace bizrec::builder
