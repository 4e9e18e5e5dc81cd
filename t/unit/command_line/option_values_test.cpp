#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "lmdb_builder/command_line/option_values.hpp"

namespace bizrec::builder {
namespace {

TEST(OptionValues, Sizes) {
    constexpr std::uint64_t most = std::uint64_t{1} << 50;
    const auto size = [](std::string_view text) {
        const auto read = read_size(text, 1, most);
        return read ? read.value() : 0;
    };
    EXPECT_EQ(size("1"), 1U);
    EXPECT_EQ(size("65536"), 65536U);
    EXPECT_EQ(size("64k"), 65536U);
    EXPECT_EQ(size("64 KiB"), 65536U);
    EXPECT_EQ(size("64kb"), 65536U);
    EXPECT_EQ(size("1.5M"), 3U << 19);
    EXPECT_EQ(size("512b"), 512U);
    EXPECT_EQ(size("1P"), most);
    for (const char* wrong : {"", "k", "-1", "+1", "lots", "1x", "1kk", "1kbb", "1 k b", "inf", "nan", "0x10", "1e3",
                              "2P", "0", "1E99999", "99999999999999999999999999", " 1"}) {
        EXPECT_EQ(size(wrong), 0U) << wrong;
    }
    EXPECT_EQ(read_size("lots", 1024, 16U << 20).error().message,
              "expected a size from 1k to 16M, as in 65536, 64k, 512M or 2G; got \"lots\"");
}

TEST(OptionValues, WholeNumbers) {
    EXPECT_EQ(read_whole_number("0", 0, 5).value(), 0U);
    EXPECT_EQ(read_whole_number("256", 1, 256).value(), 256U);
    for (const char* wrong : {"", "-1", "+1", "1.0", "1 ", "257", "0", "ten", "18446744073709551616"}) {
        EXPECT_FALSE(read_whole_number(wrong, 1, 256)) << wrong;
    }
    EXPECT_EQ(read_whole_number("\x1B[1m", 1, 1000).error().message,
              "expected a whole number from 1 to 1,000; got \"\\u001b[1m\"");
}

}  // namespace
}  // namespace bizrec::builder
