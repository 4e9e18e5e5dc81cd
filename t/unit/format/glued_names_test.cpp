#include "bizrec/format/glued_names.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "t/unit/support/term_sections.hpp"

namespace bizrec::format {
namespace {

std::vector<GluedNames::Chunk> view(const std::string& chunk) {
    return {{reinterpret_cast<const std::byte*>(chunk.data()), chunk.size()}};
}

TEST(GluedNames, ACountIsWithinATwentiethOfANat) {
    for (const std::uint32_t count : {1U, 2U, 3U, 5U, 9U, 80000U, 858991819U, 0xFFFFFFFFU}) {
        EXPECT_NEAR(log_of_count_byte(count_byte(count)), std::log(static_cast<double>(count)),
                    count < 1U << 30 ? 0.05 : 2)
            << count;
    }
    EXPECT_EQ(count_byte(0), count_byte(1));
    EXPECT_EQ(log_of_count_byte(count_byte(1)), 0.0F);
    EXPECT_GT(count_byte(2), 0);
}

TEST(GluedNames, WhatIsWrittenIsFound) {
    constexpr std::uint32_t documents = 1000;
    const auto chunks = store::test::encode_glued_names({{glued_key("711"), 999, 40, true, ""},
                                                         {written_name_key("starbucks"), 7, 3, true, ""},
                                                         {glued_key("starbucks"), 5, 9, true, ""},
                                                         {glued_key("pizzeria"), 0, 300, false, ""}},
                                                        documents);
    const auto names = GluedNames::open(view(chunks.names), documents);
    ASSERT_TRUE(names) << names.error().message;
    std::vector<GluedName> found;
    const auto ask = [&](std::uint64_t key) {
        found.clear();
        names.value().find(key, [&](const GluedName& name) { found.push_back(name); });
        return found.size();
    };
    ASSERT_EQ(ask(glued_key("711")), 1U);
    EXPECT_EQ(found[0].docid, 999U);
    EXPECT_TRUE(found[0].is_name);
    EXPECT_NEAR(found[0].log_count, std::log(40.0), 0.05);
    EXPECT_EQ(names.value().name(found[0].number).docid, 999U);
    ASSERT_EQ(ask(glued_key("pizzeria")), 1U);
    EXPECT_FALSE(found[0].is_name);
    ASSERT_EQ(ask(written_name_key("starbucks")), 1U);
    EXPECT_EQ(found[0].docid, 7U) << "as it is written, not as it is glued";
    EXPECT_EQ(GluedNames().size(), 0U);
}

TEST(GluedNames, HostileDocidsAreNone) {
    const auto chunks = store::test::encode_glued_names({{glued_key("711"), 999, 1, true, ""}}, 1000);
    // Docids below 600 take as many bits as those below 1000.
    const auto names = GluedNames::open(view(chunks.names), 600);
    ASSERT_TRUE(names);
    names.value().find(glued_key("711"), [](const GluedName&) { FAIL(); });
    EXPECT_EQ(names.value().name(0).docid, 599U);
}

TEST(GluedNames, LengthsAreCountedInLetters) {
    EXPECT_FALSE(is_glued_name("hm"));
    EXPECT_FALSE(is_glued_name("\u5BFF\u53F8"));
    EXPECT_TRUE(is_glued_name("heb"));
    EXPECT_TRUE(is_glued_name("\u5BFF\u53F8\u5C4B"));
    EXPECT_FALSE(is_glued_name(std::string(65, 'a')));
    EXPECT_FALSE(is_spelled_name("ikea"));
    EXPECT_TRUE(is_spelled_name("lidls"));
    EXPECT_FALSE(is_spelled_name(std::string(33, 'a')));
}

}  // namespace
}  // namespace bizrec::format
