#include <random>

#include "t/unit/input/input_support.hpp"

namespace bizrec::builder {
namespace {

using Next = LineReader::Next;

/// Lines that compress badly, so that a cut falls among many compressed bytes.
std::string random_lines(std::size_t count) {
    std::mt19937 random(11);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += "{\"n\":" + std::to_string(random()) + "}\n";
    }
    return text;
}

void expect_prefix(const std::vector<std::string>& got, const std::vector<std::string>& whole) {
    ASSERT_LE(got.size(), whole.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        ASSERT_EQ(got[i], whole[i]);
    }
}

TEST(InputPacked, MembersAndFramesFollowEachOther) {
    const std::vector<std::string> expected = {"ab", "c"};
    EXPECT_EQ(read_bytes(gzip("a") + gzip("") + gzip("b\nc")).text, expected);
    EXPECT_EQ(read_bytes(zstd("a") + zstd("") + zstd("b\nc")).text, expected);
    const std::string skippable("\x53\x2A\x4D\x18\x03\x00\x00\x00xyz", 11);
    EXPECT_EQ(read_bytes(skippable + zstd("ab\nc") + skippable).text, expected);
    EXPECT_EQ(read_bytes(gzip("")).text, std::vector<std::string>{});
    EXPECT_EQ(read_bytes(zstd("")).text, std::vector<std::string>{});
}

TEST(InputPacked, WhatFollowsTheData) {
    const Lines padded = read_bytes(gzip("ab\nc\n") + std::string(100000, '\0'));
    EXPECT_EQ(padded.last, Next::end);
    EXPECT_EQ(padded.text.size(), 2U);
    for (const auto& bytes : {gzip("ab\nc\n") + "garbage", zstd("ab\nc\n") + "garbage"}) {
        const Lines lines = read_bytes(bytes);
        EXPECT_EQ(lines.last, Next::failed);
        EXPECT_EQ(lines.text, (std::vector<std::string>{"ab", "c"}));
        EXPECT_FALSE(lines.error.empty());
    }
}

TEST(InputPacked, EveryCutIsToldAfterTheLinesBeforeIt) {
    const std::string text = random_lines(60);
    const auto whole = split_lines(text);
    for (const auto& packed : {gzip(text.substr(0, 400)) + gzip(text.substr(400)), zstd(text)}) {
        const std::size_t member_end = packed[0] == '\x1F' ? gzip(text.substr(0, 400)).size() : 0;
        for (std::size_t cut = 4; cut < packed.size(); ++cut) {
            const Lines lines = read_bytes(std::string_view(packed).substr(0, cut));
            if (cut == member_end) {
                continue;  // a complete file of its own
            }
            ASSERT_EQ(lines.last, Next::failed) << cut;
            ASSERT_FALSE(lines.error.empty());
            expect_prefix(lines.text, whole);
        }
        const Lines last = read_bytes(std::string_view(packed).substr(0, packed.size() - 1));
        EXPECT_EQ(last.text, whole) << "only the checksum is cut";
    }
}

TEST(InputPacked, EveryDamagedByteIsToldOrHarmless) {
    const std::string text = random_lines(40);
    const auto whole = split_lines(text);
    for (const auto& packed : {gzip(text), zstd(text)}) {
        std::size_t failures = 0;
        for (std::size_t at = 4; at < packed.size(); ++at) {
            std::string damaged = packed;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
            const Lines lines = read_bytes(damaged);
            failures += lines.last == Next::failed ? 1 : 0;
            if (lines.last == Next::end) {
                ASSERT_EQ(lines.text, whole) << at;
            }
        }
        EXPECT_GT(failures, (packed.size() - 4) * 9 / 10);
    }
}

TEST(InputPacked, AFailureStays) {
    const TestFile file(gzip(random_lines(10)).substr(0, 60));
    auto reader = LineReader::open(file.path());
    ASSERT_TRUE(reader);
    drain(*reader.value());
    std::string_view line;
    EXPECT_EQ(reader.value()->next(line), Next::failed);
    EXPECT_EQ(reader.value()->error().message, file.path() + ": the gzip data end early; the file is cut off");
}

}  // namespace
}  // namespace bizrec::builder
