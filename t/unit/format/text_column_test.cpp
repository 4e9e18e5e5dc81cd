#include "bizrec/format/text_column.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace bizrec::format {
namespace {

std::string_view read(const std::string& chunk, std::uint32_t documents, std::uint32_t index) {
    return text_of(reinterpret_cast<const std::byte*>(chunk.data()), chunk.size(), documents, index);
}

std::string encode(const std::vector<std::string>& texts) {
    TextColumnChunkBuilder builder;
    for (const std::string& text : texts) {
        builder.add(text);
    }
    EXPECT_EQ(builder.count(), texts.size());
    return builder.finish();
}

TEST(TextColumn, RoundTrips) {
    std::mt19937_64 random(1);
    for (const std::size_t count : {1U, 2U, 100U, 65536U}) {
        std::vector<std::string> texts(count);
        for (std::string& text : texts) {
            text = random() % 2 == 0 ? "" : std::string(random() % 40, static_cast<char>(random()));
        }
        texts.back() = "end";
        const std::string chunk = encode(texts);
        for (std::uint32_t i = 0; i < count; ++i) {
            ASSERT_EQ(read(chunk, static_cast<std::uint32_t>(count), i), texts[i]);
        }
    }
}

TEST(TextColumn, AChunkWithoutTextsIsFourBytes) {
    TextColumnChunkBuilder builder;
    builder.add("");
    builder.add("");
    const std::string chunk = builder.finish();
    EXPECT_EQ(chunk, std::string(4, '\0'));
    EXPECT_EQ(builder.count(), 0U);
    const std::string padded = chunk + std::string(4076, '\0');
    EXPECT_EQ(read(padded, 2, 0), "");
    EXPECT_EQ(read(padded, 2, 1), "");
    builder.add("x");
    EXPECT_EQ(read(builder.finish(), 1, 0), "x");
}

TEST(TextColumn, DamagedOffsetsGiveNothingOrBytesOfTheChunk) {
    const std::string good = encode({"one", "", "three"});
    EXPECT_EQ(read(good, 3, 3), "");
    for (std::size_t size = 0; size < good.size(); ++size) {
        const std::string cut = good.substr(0, size);
        EXPECT_EQ(read(cut, 3, 2), "") << size;
    }
    for (std::size_t at = 0; at < 16; at += 4) {
        for (const std::uint32_t number : {0U, 1U, 15U, 17U, 100U, 0x80000000U, 0xFFFFFFFFU}) {
            std::string bad = good;
            std::memcpy(bad.data() + at, &number, sizeof number);
            for (std::uint32_t i = 0; i < 3; ++i) {
                const std::string_view text = read(bad, 3, i);
                ASSERT_TRUE(text.empty() ||
                            (text.data() >= bad.data() + 16 && text.data() + text.size() <= bad.data() + bad.size()));
            }
        }
    }
}

}  // namespace
}  // namespace bizrec::format
