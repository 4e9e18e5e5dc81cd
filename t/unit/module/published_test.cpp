#include "ngx_bizrec_module/published.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <new>
#include <thread>

namespace bizrec::ngx {
namespace {

struct Pair {
    std::uint64_t a[9];
    char odd;
};

TEST(Published, ReadsWhatWasWrittenLast) {
    alignas(Published<Pair>) static char zeroed[sizeof(Published<Pair>)];
    auto* published = reinterpret_cast<Published<Pair>*>(zeroed);
    Pair pair{};
    EXPECT_FALSE(published->read(pair));
    pair.a[8] = 5;
    pair.odd = 'x';
    published->write(pair);
    Pair read{};
    ASSERT_TRUE(published->read(read));
    EXPECT_EQ(read.a[8], 5U);
    EXPECT_EQ(read.odd, 'x');
}

TEST(Published, AKilledWriterLeavesNothingToReadUntilTheNextWrite) {
    alignas(Published<Pair>) static char zeroed[sizeof(Published<Pair>)];
    auto* published = reinterpret_cast<Published<Pair>*>(zeroed);
    Pair pair{};
    published->write(pair);
    const std::uint64_t odd = 3;
    std::memcpy(zeroed, &odd, sizeof odd);
    EXPECT_FALSE(published->read(pair));
    published->write(pair);
    EXPECT_TRUE(published->read(pair));
}

TEST(Published, NoValueIsHalfOld) {
    alignas(Published<Pair>) static char zeroed[sizeof(Published<Pair>)];
    auto* published = reinterpret_cast<Published<Pair>*>(zeroed);
    constexpr std::uint64_t last = 20'000;
    std::thread writer([published] {
        for (std::uint64_t n = 1; n <= last; ++n) {
            Pair pair{};
            std::fill(std::begin(pair.a), std::end(pair.a), n);
            published->write(pair);
        }
    });
    for (Pair read{}; read.a[0] != last;) {
        if (published->read(read)) {
            for (const std::uint64_t n : read.a) {
                ASSERT_EQ(n, read.a[0]);
            }
        }
        std::this_thread::yield();
    }
    writer.join();
}

TEST(FixedText, CutsBeforeAWholeCharacter) {
    FixedText<4> text;
    EXPECT_TRUE(text.empty());
    text.set("abcdef");
    EXPECT_EQ(text.view(), "abcd");
    text.set("abc\xC3\xA9");
    EXPECT_EQ(text.view(), "abc");
    text.set("ab\xC3\xA9");
    EXPECT_EQ(text.view(), "ab\xC3\xA9");
    text.set("");
    EXPECT_TRUE(text.empty());
}

}  // namespace
}  // namespace bizrec::ngx
