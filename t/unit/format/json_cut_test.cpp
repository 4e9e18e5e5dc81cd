#include "bizrec/format/json_cut.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

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
    EXPECT_EQ(cut(R"({"":1,"b":{"":2}})", "/"), R"({"b":{"":2}})");
    EXPECT_EQ(cut(R"({"":1,"b":{"":2}})", "/b/"), R"({"":1,"b":{}})");
}

TEST(JsonCut, CutsEveryMemberOfANameThatOccursTwice) {
    EXPECT_EQ(cut(R"({"a":1,"b":2,"a":3})", "/a"), R"({"b":2})");
    EXPECT_EQ(cut(R"({"a":{"b":1},"a":{"b":2}})", "/a/b"), R"({"a":{},"a":{}})");
    EXPECT_EQ(cut(R"({"m":{"1":"x","1":"y"}})", "/m/1"), R"({"m":{}})");
    EXPECT_EQ(cut(R"({"m":[0,1],"m":{"1":"x"},"m":[2]})", "/m/1"), R"({"m":[0],"m":{},"m":[2]})");
    EXPECT_EQ(cut(R"({"a":7,"a":[{"b":1},{"b":2 , "b" : 3 }]})", "/a/1/b"), R"({"a":7,"a":[{"b":1},{ }]})");
}

TEST(JsonCut, CutsAHundredThousandMembersOfOneNameInOnePass) {
    std::string json = "{";
    for (int i = 0; i < 100000; ++i) {
        json += R"("a":{"b":1,"c":2},)";
    }
    json.back() = '}';
    EXPECT_EQ(cut(json, "/a"), "{}");
    EXPECT_EQ(cut(json, "/a/b").size(), json.size() - 100000 * std::string_view(R"("b":1,)").size());
}

/// A slow model of JSON, whose members are cut one by one.
struct Value {
    char kind = '1';  // '{', '[', or a number
    std::vector<std::pair<std::string, Value>> members;

    /// Cuts what the path `names` leads to from here; `at`: index of the next name. Returns whether something was cut.
    bool cut(const std::vector<std::string>& names, std::size_t at) {
        bool any = false;
        for (std::size_t i = 0, position = 0; i < members.size(); ++position) {
            const bool is_named = names[at] == (kind == '[' ? std::to_string(position) : members[i].first);
            const bool is_last = at + 1 == names.size();
            any = (is_named && (is_last || members[i].second.cut(names, at + 1))) || any;
            if (is_named && is_last) {
                members.erase(members.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
        return any;
    }

    template <class Space>
    std::string text(Space space) const {
        if (kind == '1') {
            return "1";
        }
        std::string out = kind + space();
        for (const auto& [name, value] : members) {
            out += out.size() == 1 + (out.size() > 1 && out[1] == ' ' ? 1U : 0U) ? "" : "," + space();
            if (kind == '{') {
                out += '"' + name + '"' + space() + ":" + space();
            }
            out += value.text(space) + space();
        }
        return out + (kind == '{' ? '}' : ']');
    }
};

TEST(JsonCut, CutsWhatASlowModelCuts) {
    std::mt19937 random(7);
    const auto below = [&random](unsigned end) { return static_cast<unsigned>(random() % end); };
    const auto name = [&below] { return std::vector<std::string>{"a", "b", "", "0", "1"}[below(5)]; };
    const auto make = [&](auto& self, int depth) -> Value {
        Value value{depth == 0 ? '{' : depth == 4 ? '1' : "{[1" [below(3)], {}};
        for (unsigned i = value.kind == '1' ? 0 : below(5); i != 0; --i) {
            value.members.emplace_back(name(), self(self, depth + 1));
        }
        return value;
    };
    int cuts = 0;
    for (int round = 0; round < 20000; ++round) {
        Value value = make(make, 0);
        const std::string json = value.text([&below] { return std::string(below(4) == 0 ? 1U : 0U, ' '); });
        std::vector<std::string> names(1 + below(3));
        std::string pointer;
        for (std::string& each : names) {
            each = name();
            pointer += '/' + each;
        }
        std::string left = json;
        const bool is_cut = cut_json(left, pointer);
        ASSERT_EQ(is_cut, value.cut(names, 0)) << json << pointer;
        std::string plain(left.size() + simdjson::SIMDJSON_PADDING, ' ');
        std::size_t size = 0;
        ASSERT_EQ(simdjson::minify(left.data(), left.size(), plain.data(), size), simdjson::SUCCESS);
        ASSERT_EQ(plain.substr(0, size), value.text([] { return std::string(); })) << json << pointer;
        ASSERT_TRUE(is_cut || left == json);
        cuts += is_cut ? 1 : 0;
    }
    EXPECT_GT(cuts, 2000);
}

TEST(JsonCut, LeavesWhatIsNotNamed) {
    for (const char* pointer : {"/x", "/a/0", "/b/2", "/b/00", "/b/-", "/b/x", "", "/", "//", "a", "/b/0/c", "/~2"}) {
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
    EXPECT_TRUE(is_cut_before("/a/5a", "/a/1"));
    EXPECT_EQ(without_positions("/staffs/1/email"), "/staffs");
    EXPECT_EQ(without_positions("/contact/email"), "/contact/email");
    EXPECT_EQ(first_token("/a~1b/c"), "a/b");
    EXPECT_EQ(first_token("//c"), "");
}

TEST(JsonCut, PointersOverlapIfOneLeadsIntoWhatTheOtherNames) {
    for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{
             {"/a", "/a"}, {"/a", "/a/1"}, {"", "/a"}, {"/a/b", "/a/b/c"}}) {
        EXPECT_TRUE(pointers_overlap(a, b) && pointers_overlap(b, a)) << a << " " << b;
    }
    for (const auto& [a, b] :
         std::vector<std::pair<std::string, std::string>>{{"/a", "/ab"}, {"/a/1", "/a/10"}, {"/a", "/b"}}) {
        EXPECT_FALSE(pointers_overlap(a, b) || pointers_overlap(b, a)) << a << " " << b;
    }
}

TEST(JsonCut, TheOrderOfCutsIsAStrictWeakOrdering) {
    const std::vector<std::string> all = {"/a", "/a/1", "/a/1/b", "/a/10", "/a/5a", "/a/9", "/a/01", "/a/", "/b", "/"};
    for (const std::string& a : all) {
        for (const std::string& b : all) {
            EXPECT_EQ(is_cut_before(a, b) ? 1 : 0, a == b ? 0 : 1 - (is_cut_before(b, a) ? 1 : 0)) << a << " " << b;
            for (const std::string& c : all) {
                EXPECT_TRUE(!is_cut_before(a, b) || !is_cut_before(b, c) || is_cut_before(a, c)) << a << b << c;
            }
        }
    }
}

}  // namespace
}  // namespace bizrec::format
