#include "lmdb_builder/deltas/record_changes.hpp"

#include <gtest/gtest.h>

namespace bizrec::builder {
namespace {

using Pointers = std::vector<std::string>;

/// The JSON pointers of what differs between two records. Fails the test if the opposite order gives others.
Pointers either_way(std::string_view before, std::string_view after) {
    const Pointers pointers = changed_pointers(before, after);
    EXPECT_EQ(changed_pointers(after, before), pointers) << before << ' ' << after;
    return pointers;
}

TEST(ChangedPointers, OfWhatDiffersAndAsDeepAsObjectsGo) {
    EXPECT_EQ(either_way(R"({"a":1,"b":2})", R"({"b":2,"a":1})"), Pointers()) << "another order alone";
    EXPECT_EQ(either_way(R"({"a":1,"b":2,"c":3})", R"({"a":1,"b":3,"d":4})"), (Pointers{"/b", "/c", "/d"}));
    EXPECT_EQ(either_way(R"({"a":{"x":1,"y":2}})", R"({"a":{"x":1,"y":3,"z":4}})"), (Pointers{"/a/y", "/a/z"}));
    EXPECT_EQ(either_way(R"({"a":{"x":1}})", R"({"a":[1]})"), Pointers{"/a"}) << "an object on one side alone";
    EXPECT_EQ(either_way(R"({"a":[1,{"x":1}]})", R"({"a":[1,{"x":2}]})"), Pointers{"/a"}) << "lists are whole";
    EXPECT_EQ(either_way(R"({"a":1})", R"({"a":1.0})"), Pointers{"/a"}) << "it is returned in another way";
    EXPECT_EQ(either_way(R"({"a":1,"a":2})", R"({"a":1,"a":1})"), Pointers{"/a"}) << "a name that stands twice";
    EXPECT_EQ(either_way(R"({"m~n":{"a/b":1}})", R"({"m~n":{"a/b":2}})"), Pointers{"/m~0n/a~1b"});
    EXPECT_EQ(either_way(R"({"":1})", R"({"":2})"), Pointers{"/"});
}

TEST(ChangedPointers, ManyCountAsWhole) {
    std::string before = "{", after = "{", flat_before = "{", flat_after = "{";
    for (int i = 0; i < 300; ++i) {
        const std::string name = (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":";
        before += name + "1";
        after += name + "2";
    }
    before += "}";
    after += "}";
    EXPECT_EQ(either_way("{\"a\":" + before + "}", "{\"a\":" + after + "}"), Pointers{"/a"});
    EXPECT_EQ(either_way(before, after), Pointers{""}) << "the record";
    std::string deep_before = "1", deep_after = "2", path;
    for (int i = 0; i < 20; ++i) {
        deep_before = "{\"a\":" + deep_before + "}";
        deep_after = "{\"a\":" + deep_after + "}";
        path += i < 8 ? "/a" : "";
    }
    EXPECT_EQ(either_way(deep_before, deep_after), Pointers{path});
}

}  // namespace
}  // namespace bizrec::builder
