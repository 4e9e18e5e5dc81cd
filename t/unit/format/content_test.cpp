#include "bizrec/format/content.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace bizrec::format {
namespace {

const std::byte* bytes_of(const std::string& chunk) {
    return reinterpret_cast<const std::byte*>(chunk.data());
}

std::uint32_t number_at(const std::string& chunk, std::size_t offset) {
    std::uint32_t number = 0;
    std::memcpy(&number, chunk.data() + offset, sizeof number);
    return number;
}

void set_number(std::string& chunk, std::size_t offset, std::uint32_t number) {
    std::memcpy(chunk.data() + offset, &number, sizeof number);
}

std::string three_rows() {
    ContentChunkBuilder builder;
    builder.add(Uuid{1}, "{}");
    builder.add(Uuid{2}, R"({"a":1})");
    builder.add(Uuid{3}, R"({"b":[]})");
    return builder.finish();
}

TEST(Content, RowHeadsAreTheStartOfARow) {
    const std::string chunk = three_rows();
    EXPECT_EQ(row_head(bytes_of(chunk), chunk.size(), 0),
              R"({"id":"01000000-0000-0000-0000-000000000000","content":{})");
    EXPECT_EQ(row_head(bytes_of(chunk), chunk.size(), 1),
              R"({"id":"02000000-0000-0000-0000-000000000000","content":{"a":1})");
    EXPECT_EQ(row_head(bytes_of(chunk), chunk.size(), 2),
              R"({"id":"03000000-0000-0000-0000-000000000000","content":{"b":[]})");
    EXPECT_TRUE(row_head(bytes_of(chunk), chunk.size(), 3).empty());
    EXPECT_TRUE(row_head(bytes_of(chunk), chunk.size(), 0xFFFFFFFFU).empty());
}

TEST(Content, LayoutIsCountOffsetsRows) {
    const std::string chunk = three_rows();
    EXPECT_EQ(number_at(chunk, 0), 3U);
    EXPECT_EQ(number_at(chunk, 4), 20U);
    EXPECT_EQ(number_at(chunk, 8), 20U + minimum_row_head);
    EXPECT_EQ(number_at(chunk, 16), chunk.size());
    EXPECT_EQ(content_head_bytes(3), 20U);
}

TEST(Content, PaddingBehindTheLastRowIsNoPartOfIt) {
    std::string chunk = three_rows();
    chunk.resize(minimum_chunk_bytes);
    EXPECT_EQ(row_head(bytes_of(chunk), chunk.size(), 2).back(), '}');
}

TEST(Content, BuilderIsEmptyAfterFinish) {
    ContentChunkBuilder builder;
    builder.add(Uuid{1}, "{}");
    const std::string first = builder.finish();
    EXPECT_EQ(builder.count(), 0U);
    builder.add(Uuid{1}, "{}");
    EXPECT_EQ(builder.finish(), first);
}

TEST(Content, AnEmptyChunkHasNoRow) {
    ContentChunkBuilder builder;
    const std::string chunk = builder.finish();
    EXPECT_EQ(chunk.size(), 8U);
    EXPECT_TRUE(row_head(bytes_of(chunk), chunk.size(), 0).empty());
}

TEST(Content, OffsetsThatAreNoGoodGiveNothing) {
    const std::string good = three_rows();
    const auto size = static_cast<std::uint32_t>(good.size());
    struct Case {
        const char* what;
        std::size_t offset;
        std::uint32_t value;
    };
    for (const Case& c :
         {Case{"begin inside the head", 8, 19}, Case{"begin behind end", 8, size},
          Case{"end behind the chunk", 12, size + 1}, Case{"end far behind", 12, 0xFFFFFFFFU},
          Case{"row shorter than any row", 12, number_at(good, 8) + 56}, Case{"more rows than fit", 0, size},
          Case{"count overflows", 0, 0xFFFFFFFFU}, Case{"no row", 0, 0}}) {
        std::string chunk = good;
        set_number(chunk, c.offset, c.value);
        EXPECT_TRUE(row_head(bytes_of(chunk), chunk.size(), 1).empty()) << c.what;
    }
}

TEST(Content, ATruncatedChunkNeverGivesBytesOutside) {
    const std::string good = three_rows();
    for (std::size_t size = 0; size < good.size(); ++size) {
        const std::vector<char> chunk(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
        for (std::uint32_t row = 0; row < 4; ++row) {
            const auto head = row_head(reinterpret_cast<const std::byte*>(chunk.data()), size, row);
            if (!head.empty()) {
                EXPECT_LE(head.data() + head.size(), chunk.data() + size);
                EXPECT_GE(head.data(), chunk.data());
            }
        }
    }
}

TEST(Content, RandomRowsComeBackAsTheyWere) {
    std::mt19937_64 random(4711);
    for (int round = 0; round < 50; ++round) {
        ContentChunkBuilder builder;
        std::vector<std::string> records;
        const std::size_t count = random() % documents_per_content_chunk + 1;
        for (std::size_t i = 0; i < count; ++i) {
            records.push_back("{" + std::string(random() % 300, static_cast<char>('a' + i % 26)) + "}");
            builder.add(Uuid{static_cast<unsigned char>(i)}, records.back());
        }
        const std::string chunk = builder.finish();
        for (std::uint32_t i = 0; i < count; ++i) {
            ASSERT_EQ(row_head(bytes_of(chunk), chunk.size(), i).substr(row_content_offset), records[i]);
        }
    }
}

}  // namespace
}  // namespace bizrec::format
