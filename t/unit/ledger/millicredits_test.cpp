#include "bizrec/ledger/millicredits.hpp"

#include <gtest/gtest.h>

#include <random>

namespace bizrec::ledger {
namespace {

TEST(Millicredits, TextsThatAreAmounts) {
    const std::pair<const char*, Millicredits> cases[] = {
        {"0", 0},        {"1", 1000},   {"5000", 5'000'000},
        {"0.1", 100},    {"0.001", 1},  {"12.345", 12'345},
        {"-3.5", -3500}, {"007", 7000}, {"1000000000000", max_millicredits},
        {"0.100", 100},  {"-0", 0},     {"999999999999.999", max_millicredits - 1},
    };
    for (const auto& [text, amount] : cases) {
        EXPECT_EQ(parse_credits(text), amount) << text;
    }
}

TEST(Millicredits, TextsThatAreNone) {
    for (const char* text : {"", "-", "+1", "1e3", ".5", "5.", "1.2345", " 1", "1 ", "1,5", "0x10", "--1", "1.-5",
                             "NaN", "1000000000000.001", "9223372036854775808", "99999999999999999999", "1.0000"}) {
        EXPECT_FALSE(parse_credits(text)) << text;
    }
}

TEST(Millicredits, TextAndBack) {
    EXPECT_EQ(credits_text(100), "0.1");
    EXPECT_EQ(credits_text(5'000'000), "5000");
    EXPECT_EQ(credits_text(-1), "-0.001");
    EXPECT_EQ(credits_text(1050), "1.05");
    std::mt19937_64 random(13);
    for (int i = 0; i < 100'000; ++i) {
        const int bits = static_cast<int>(random() % 50);
        const auto amount = std::min(static_cast<Millicredits>(random() >> (63 - bits)), max_millicredits);
        const Millicredits either = random() % 2 == 0 ? amount : -amount;
        EXPECT_EQ(parse_credits(credits_text(either)), either);
    }
}

}  // namespace
}  // namespace bizrec::ledger
