#include "bizrec/text/fillers.hpp"

#include <gtest/gtest.h>

#include "bizrec/base/rule_lines.hpp"

namespace bizrec::text {
namespace {

TEST(Fillers, AreWholeLinesOfTheRules) {
    const auto read = Fillers::read({"f.txt", "near me # comment\n\nbest\ntop  10\n"});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read.value().rules(), "near me\nbest\ntop 10\n");
    EXPECT_EQ(read.value().longest(), 2U);
    for (const char* filler : {"near me", "best", "top 10"}) {
        EXPECT_TRUE(read.value().has(filler)) << filler;
    }
    for (const char* other : {"", "near", "me", "best ", "Best", "best near me", "10"}) {
        EXPECT_FALSE(read.value().has(other)) << other;
    }
    EXPECT_FALSE(Fillers().has(""));
    EXPECT_EQ(Fillers().longest(), 0U);
}

TEST(Fillers, OfThisProgramAreRules) {
    const auto read = Fillers::read({"fillers.txt", built_in_rules("fillers")});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read.value().has("top rated"));
    EXPECT_FALSE(read.value().has("pizza"));
}

TEST(Fillers, ErrorsNameTheFileAndTheLine) {
    const struct {
        const char* rules;
        const char* message;
    } cases[] = {
        {"near me\nopen now today or never\n", "f.txt:2: expected 1 to 4 words"},
        {"Best\n", "f.txt:1: expected words of at most 32 bytes in lower case"},
        {"near m\xC3\xA9\n", "f.txt:1: expected words of at most 32 bytes in lower case"},
        {"best\ntop\nbest\n", "f.txt:3: expected each line once, found \"best\""},
    };
    for (const auto& c : cases) {
        const auto read = Fillers::read({"f.txt", c.rules});
        ASSERT_FALSE(read) << c.rules;
        EXPECT_NE(read.error().message.find(c.message), std::string::npos) << read.error().message;
    }
}

}  // namespace
}  // namespace bizrec::text
