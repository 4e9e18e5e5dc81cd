#include "bizrec/format/block_codec.hpp"
#include "bizrec/format/block_unpack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace bizrec::format {
namespace {

constexpr std::uint32_t block = 128;

std::uint32_t below(unsigned bits, std::mt19937_64& random) {
    return bits == 0 ? 0 : static_cast<std::uint32_t>(random() >> (64 - bits));
}

TEST(BlockCodec, BitsForANumber) {
    EXPECT_EQ(bits_for(0), 0U);
    EXPECT_EQ(bits_for(1), 1U);
    EXPECT_EQ(bits_for(255), 8U);
    EXPECT_EQ(bits_for(256), 9U);
    EXPECT_EQ(bits_for(0xFFFFFFFFU), 32U);
}

/// Compares unpack_ascending() and unpack_ascending_plain() with a plain sum, for every number of bits.
TEST(BlockCodec, NumbersRoundTrip) {
    std::mt19937_64 random(1);
    for (unsigned bits = 0; bits <= 32; ++bits) {
        std::array<std::uint32_t, block> gaps;
        std::generate(gaps.begin(), gaps.end(), [&] { return below(bits, random); });
        std::vector<std::byte> packed;
        pack_numbers(gaps.data(), block, bits, packed);
        ASSERT_EQ(packed.size(), whole_block_bytes(bits));
        const auto before = static_cast<std::uint32_t>(random());
        std::array<std::uint32_t, block> expected;
        std::uint32_t last = before;
        for (std::uint32_t i = 0; i < block; ++i) {
            last += gaps[i] + 1;
            expected[i] = last;
        }
        std::array<std::uint32_t, block> out{};
        unpack_ascending(packed.data(), bits, before, out.data());
        ASSERT_EQ(out, expected) << bits;
        out.fill(0);
        unpack_ascending_plain(packed.data(), bits, before, out.data());
        ASSERT_EQ(out, expected) << bits;
    }
}

TEST(BlockCodec, BytesRoundTrip) {
    std::mt19937_64 random(2);
    for (unsigned bits = 0; bits <= 8; ++bits) {
        std::array<std::uint8_t, block> numbers;
        std::generate(numbers.begin(), numbers.end(), [&] { return static_cast<std::uint8_t>(below(bits, random)); });
        std::vector<std::byte> packed;
        pack_bytes(numbers.data(), block, bits, packed);
        ASSERT_EQ(packed.size(), whole_block_bytes(bits));
        const auto least = static_cast<std::uint8_t>(random());
        std::array<std::uint8_t, block> expected;
        std::transform(numbers.begin(), numbers.end(), expected.begin(),
                       [least](std::uint8_t number) { return static_cast<std::uint8_t>(number + least); });
        std::array<std::uint8_t, block> out{};
        unpack_bytes(packed.data(), bits, least, out.data());
        ASSERT_EQ(out, expected) << bits;
        out.fill(0);
        unpack_bytes_plain(packed.data(), bits, least, out.data());
        ASSERT_EQ(out, expected) << bits;
        for (std::uint32_t i = 0; bits != 0 && i < block; ++i) {
            ASSERT_EQ(packed_byte(packed.data(), bits, i), numbers[i]) << bits << ' ' << i;
        }
    }
}

TEST(BlockCodec, BothWaysAgreeOnAnyBytes) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 200; ++round) {
        std::array<std::byte, whole_block_bytes(32)> bytes;
        std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<std::byte>(random()); });
        const auto bits = static_cast<unsigned>(random() % 33);
        std::array<std::uint32_t, block> a, b;
        unpack_ascending(bytes.data(), bits, 7, a.data());
        unpack_ascending_plain(bytes.data(), bits, 7, b.data());
        ASSERT_EQ(a, b) << bits;
        std::array<std::uint8_t, block> c, d;
        unpack_bytes(bytes.data(), bits % 9, 7, c.data());
        unpack_bytes_plain(bytes.data(), bits % 9, 7, d.data());
        ASSERT_EQ(c, d) << bits % 9;
    }
}

/// A block of fewer numbers has the bytes of a full block that is filled up with zeros, cut off after its last bit.
TEST(BlockCodec, AShortBlockIsCutAfterItsLastBit) {
    std::mt19937_64 random(4);
    for (std::uint32_t count = 1; count <= block; ++count) {
        for (const unsigned bits : {1U, 3U, 7U, 8U, 13U, 32U}) {
            std::array<std::uint32_t, block> numbers{};
            std::generate_n(numbers.begin(), count, [&] { return below(bits, random); });
            std::vector<std::byte> part, whole;
            pack_numbers(numbers.data(), count, bits, part);
            pack_numbers(numbers.data(), block, bits, whole);
            ASSERT_EQ(part.size(), packed_numbers_bytes(count, bits));
            part.resize(whole.size());
            ASSERT_EQ(part, whole) << count << ' ' << bits;
        }
        const auto bits = count % 8 + 1;
        std::array<std::uint8_t, block> numbers{};
        std::generate_n(numbers.begin(), count, [&] { return static_cast<std::uint8_t>(below(bits, random)); });
        std::vector<std::byte> part, whole;
        pack_bytes(numbers.data(), count, bits, part);
        pack_bytes(numbers.data(), block, bits, whole);
        ASSERT_EQ(part.size(), packed_bytes_bytes(count, bits));
        part.resize(whole.size());
        ASSERT_EQ(part, whole) << count << ' ' << bits;
    }
}

TEST(BlockCodec, AppendsToWhatIsThere) {
    std::vector<std::byte> out(3, std::byte{9});
    const std::uint32_t number = 1;
    pack_numbers(&number, 1, 1, out);
    ASSERT_EQ(out.size(), 19U);
    EXPECT_EQ(out[2], std::byte{9});
    EXPECT_EQ(out[3], std::byte{1});
    EXPECT_EQ(out[4], std::byte{0});
}

}  // namespace
}  // namespace bizrec::format
