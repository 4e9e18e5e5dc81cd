#include "bizrec/format/json_cut.hpp"

#include <gtest/gtest.h>

namespace bizrec::format {
namespace {

std::string cut(std::string json, std::string_view pointer) {
    return cut_json(json, pointer) ? json : "nothing";
}

TEST(JsonCut, TakesMembersAndElements) {
    const std::string record = R"({"a":1,"b":{"c":"x,}]","d":[10,"e",{"f":null}]},"g":""})";
    EXPECT_EQ(cut(record, "/a"), R"({"b":{"c":"x,}]","d":[10,"e",{"f":null}]},"g":""})");
    EXPECT_EQ(cut(record, "/g"), R"({"a":1,"b":{"c":"x,}]","d":[10,"e",{"f":null}]}})");
    EXPECT_EQ(cut(record, "/b/c"), R"({"a":1,"b":{"d":[10,"e",{"f":null}]},"g":""})");
    EXPECT_EQ(cut(record, "/b/d/0"), R"({"a":1,"b":{"c":"x,}]","d":["e",{"f":null}]},"g":""})");
    EXPECT_EQ(cut(record, "/b/d/2"), R"({"a":1,"b":{"c":"x,}]","d":[10,"e"]},"g":""})");
    EXPECT_EQ(cut(record, "/b/d/2/f"), R"({"a":1,"b":{"c":"x,}]","d":[10,"e",{}]},"g":""})");
    EXPECT_EQ(cut(R"({"a":[1]})", "/a/0"), R"({"a":[]})");
    EXPECT_EQ(cut(R"({"a":1})", "/a"), "{}");
}

TEST(JsonCut, ReadsNamesAsTheyAreMeant) {
    EXPECT_EQ(cut(R"({"\u0061\"":1,"b":2})", "/a\""), R"({"b":2})");
    EXPECT_EQ(cut(R"({"a/b":1,"m~n":2})", "/a~1b"), R"({"m~n":2})");
    EXPECT_EQ(cut(R"({"a/b":1,"m~n":2})", "/m~0n"), R"({"a/b":1})");
    EXPECT_EQ(cut(R"({"\ud83c\udf55":1,"b":2})", "/\xF0\x9F\x8D\x95"), R"({"b":2})");
    EXPECT_EQ(cut(R"({"a":1,"b":2,"a":3})", "/a"), R"({"b":2})") << "both";
}

TEST(JsonCut, LeavesWhatIsNotNamed) {
    for (const char* pointer : {"/x", "/a/0", "/b/2", "/b/00", "/b/-", "/b/x", "", "/", "a", "/b/0/c", "/~2"}) {
        EXPECT_EQ(cut(R"({"a":1,"b":[1,2]})", pointer), "nothing") << pointer;
    }
    for (const char* broken : {"", "{", R"({"a)", R"({"a":)", R"({"a" 1})", "[1,2", "nul"}) {
        std::string json = broken;
        (void)cut_json(json, "/a");
        (void)cut_json(json, "/0");
    }
}

TEST(JsonCut, LaterElementsGoFirst) {
    EXPECT_TRUE(is_cut_before("/a/10", "/a/2"));
    EXPECT_FALSE(is_cut_before("/a/2", "/a/10"));
    EXPECT_TRUE(is_cut_before("/a/2/x", "/a/1"));
    EXPECT_TRUE(is_cut_before("/a/1/x", "/a/1"));
    EXPECT_FALSE(is_cut_before("/a/1", "/a/1"));
    EXPECT_EQ(without_positions("/staffs/1/email"), "/staffs");
    EXPECT_EQ(without_positions("/contact/email"), "/contact/email");
    EXPECT_EQ(first_token("/a~1b/c"), "a/b");
}

}  // namespace
}  // namespace bizrec::format
