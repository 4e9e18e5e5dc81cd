#include "lmdb_builder/memory/text_buffer.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>

#include "lmdb_builder/memory/byte_codec.hpp"

namespace bizrec::builder {
namespace {

TEST(TextBuffer, HoldsWhatAStringWould) {
    std::mt19937_64 random(20261126);
    TextBuffer buffer;
    std::string expected;
    for (int i = 0; i < 2000; ++i) {
        const std::string piece(random() % 40, static_cast<char>('a' + random() % 26));
        const std::uint64_t number = random() >> random() % 64;
        append_short_text(buffer, piece);
        append_varint(buffer, number);
        append_raw(buffer, number);
        append_varint(expected, piece.size());
        expected += piece;
        append_varint(expected, number);
        append_raw(expected, number);
        ASSERT_EQ(buffer.text(), expected);
        if (random() % 500 == 0) {
            buffer.clear();
            expected.clear();
        }
    }
    EXPECT_GE(buffer.capacity(), buffer.size());
}

TEST(TextBuffer, MovesWithItsBytes) {
    TextBuffer one, other;
    one.append("one");
    other.append("another");
    TextBuffer taken(std::move(one));
    EXPECT_EQ(taken.text(), "one");
    std::swap(taken, other);
    EXPECT_EQ(taken.text(), "another");
    EXPECT_EQ(other.text(), "one");
    other.append(" more");
    EXPECT_EQ(other.text(), "one more");
}

}  // namespace
}  // namespace bizrec::builder
