#include <gtest/gtest.h>

#include "lmdb_builder/terminal/nearest_name.hpp"

namespace bizrec::builder {
namespace {

TEST(NearestName, CountsTypingErrors) {
    EXPECT_EQ(name_distance("", ""), 0U);
    EXPECT_EQ(name_distance("", "abc"), 3U);
    EXPECT_EQ(name_distance("publish", "publish"), 0U);
    EXPECT_EQ(name_distance("pubish", "publish"), 1U) << "one less";
    EXPECT_EQ(name_distance("publlish", "publish"), 1U) << "one more";
    EXPECT_EQ(name_distance("publisj", "publish"), 1U) << "another";
    EXPECT_EQ(name_distance("pulbish", "publish"), 1U) << "two swapped";
    EXPECT_EQ(name_distance("kitten", "sitting"), 3U);
}

TEST(NearestName, OneErrorForEachThreeLetters) {
    const std::vector<std::string_view> names = {"build", "import", "publish", "published"};
    EXPECT_EQ(nearest_name("bulid", names), "build");
    EXPECT_EQ(nearest_name("publishd", names), "publish") << "the first of two as near";
    EXPECT_EQ(nearest_name("bx", names), "");
    EXPECT_EQ(nearest_name("frobnicate", names), "");
    EXPECT_EQ(nearest_name("", names), "");
    EXPECT_EQ(nearest_name(std::string(100, 'b'), names), "");
    EXPECT_EQ(did_you_mean("imprt", names), "; did you mean import?");
    EXPECT_EQ(did_you_mean("xyz", names), "");
}

}  // namespace
}  // namespace bizrec::builder
