#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <string>

#include "bizrec/base/base64url.hpp"
#include "bizrec/base/bytes.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/numbers.hpp"
#include "bizrec/base/varint.hpp"

namespace bizrec {
namespace {

/// A slow oracle that decodes bit by bit.
bool decode_by_bits(std::string_view text, std::string& out) {
    constexpr std::string_view url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    constexpr std::string_view standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    out.clear();
    while (!text.empty() && text.back() == '=') {
        text.remove_suffix(1);
    }
    std::string bits;
    for (const char c : text) {
        const std::size_t value = std::min(url.find(c), standard.find(c));
        if (value == std::string_view::npos) {
            return false;
        }
        for (std::size_t bit = 6; bit-- > 0;) {
            bits += static_cast<char>('0' + (value >> bit & 1));
        }
    }
    for (std::size_t at = 0; at + 8 <= bits.size(); at += 8) {
        out += static_cast<char>(std::stoi(bits.substr(at, 8), nullptr, 2));
    }
    return text.size() % 4 != 1;
}

TEST(Hex, EightDigitsAreThoseOfEachByte) {
    std::mt19937 random(20261124);
    for (int i = 0; i < 100000; ++i) {
        const auto bytes = static_cast<std::uint32_t>(random());
        std::string expected;
        for (unsigned shift = 0; shift < 32; shift += 8) {
            append_hex(expected, static_cast<unsigned char>(bytes >> shift & 255));
        }
        const std::uint64_t digits = eight_hex_digits(bytes);
        EXPECT_EQ(bytes_of(digits), expected);
    }
}

TEST(Hex, ADigestIsWrittenAsItsBytesOneByOne) {
    std::mt19937 random(20261126);
    std::array<unsigned char, 32> digest{};
    std::generate(digest.begin(), digest.end(), [&random] { return static_cast<unsigned char>(random() & 255); });
    std::string expected;
    for (const unsigned char byte : digest) {
        append_hex(expected, byte);
    }
    std::string digits(2 * digest.size() + 1, '.');  // the last character must stay
    write_hex<sizeof digest>(digest.data(), digits.data());
    EXPECT_EQ(digits, expected + '.');
}

TEST(Base64Url, AgreesWithADecoderOfBits) {
    std::mt19937 random(20261122);
    constexpr std::string_view drawn = "AZaz09-_+/=. \n\t%\x80";
    for (int i = 0; i < 100000; ++i) {
        std::string text(random() % 12, '\0');
        for (char& c : text) {
            c = drawn[random() % (random() % 8 == 0 ? drawn.size() : 10)];
        }
        text.append(random() % 3, '=');
        std::string got = "left over", want;
        const bool good = decode_by_bits(text, want);
        ASSERT_EQ(decode_base64url(text, got), good) << testing::PrintToString(text);
        if (good) {
            ASSERT_EQ(got, want) << testing::PrintToString(text);
        }
    }
}

TEST(Base64Url, GivesBackWhatItEncoded) {
    std::string bytes, text;
    for (int size = 0; size < 300; ++size) {
        text = encode_base64url(bytes);
        EXPECT_EQ(text.size(), (bytes.size() * 8 + 5) / 6) << "no padding";
        EXPECT_EQ(text.find_first_of("=+/"), std::string::npos);
        std::string again;
        ASSERT_TRUE(decode_base64url(text, again));
        ASSERT_EQ(again, bytes);
        bytes += static_cast<char>(size * 37 + 11);
    }
}

TEST(Hex, DigitsOfBytesAndNumbers) {
    std::string out;
    append_hex(out, static_cast<unsigned char>(0xA0));
    append_hex(out, 0x1234567890ABCDEFU, 16);
    append_hex(out, 0x12345, 4);
    EXPECT_EQ(out, "a01234567890abcdef2345");
    EXPECT_TRUE(all_lower_hex(out));
    EXPECT_FALSE(all_lower_hex("0A"));
    EXPECT_EQ(hex_byte("xfE", 1), 0xFE);
    for (const std::string_view bad : {"", "f", "fg", "gf"}) {
        EXPECT_EQ(hex_byte(bad, 0), -1) << bad;
    }
}

TEST(Numbers, AreTheWholeText) {
    std::uint32_t number = 7;
    for (const std::string_view bad : {"", " 1", "1 ", "+1", "-1", "1.0", "4294967296", "0x1"}) {
        EXPECT_FALSE(read_whole_number(bad, number)) << bad;
        EXPECT_EQ(number, 7U) << "as it was";
    }
    EXPECT_TRUE(read_whole_number("4294967295", number));
    EXPECT_EQ(number, std::numeric_limits<std::uint32_t>::max());
    double percent = 0;
    EXPECT_TRUE(read_percent("12.5", percent));
    EXPECT_EQ(percent, 12.5);
    for (const std::string_view bad : {"", "101", "-1", "1e1", "nan", "12%"}) {
        EXPECT_FALSE(read_percent(bad, percent)) << bad;
    }
}

TEST(Varint, EveryLengthComesBackAndNothingIsReadBehindTheEnd) {
    for (unsigned bits = 0; bits <= 64; ++bits) {
        const std::uint64_t number = bits == 0 ? 0 : std::numeric_limits<std::uint64_t>::max() >> (64 - bits);
        std::string bytes;
        append_varint(bytes, number);
        const char* const end = bytes.data() + bytes.size();
        std::uint64_t again = 1;
        EXPECT_EQ(read_varint(bytes.data(), end, 64, again), end);
        EXPECT_EQ(again, number);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            EXPECT_EQ(read_varint(bytes.data(), bytes.data() + size, 64, again), nullptr);
        }
        EXPECT_EQ(read_varint(bytes.data(), end, 32, again) != nullptr, bytes.size() <= 5);
    }
}

}  // namespace
}  // namespace bizrec
