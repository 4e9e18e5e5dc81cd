#include "lmdb_builder/import/json_elements.hpp"

#include <random>

#include "t/unit/import/import_support.hpp"

namespace bizrec::builder {
namespace {

using NextElement = JsonElements::Next;
using Texts = std::vector<std::string>;

const JsonEnvelope features{"features"};

/// The elements. "<too long>" or "<problem>" replaces each one that is not an element.
Texts cut_by(const std::string& text, std::size_t piece, const JsonEnvelope& envelope = features,
             std::size_t limit = JsonElements::default_limit) {
    PieceSource source(text, [piece] { return piece; });
    JsonElements elements(source, envelope, limit);
    Texts out;
    std::string_view element;
    for (NextElement next = elements.next(element); next != NextElement::end; next = elements.next(element)) {
        EXPECT_NE(next, NextElement::failed);
        out.push_back(next == NextElement::element    ? std::string(element)
                      : next == NextElement::too_long ? "<too long>"
                                                      : "<" + std::string(elements.problem()) + ">");
        if (out.size() > text.size() + 1) {
            ADD_FAILURE() << "no end";
            break;
        }
    }
    return out;
}

Texts cut(const std::string& text, const JsonEnvelope& envelope = features,
          std::size_t limit = JsonElements::default_limit) {
    const Texts whole = cut_by(text, text.size(), envelope, limit);
    EXPECT_EQ(cut_by(text, 1, envelope, limit), whole) << text;
    EXPECT_EQ(cut_by(text, 3, envelope, limit), whole) << text;
    return whole;
}

TEST(ImportJsonElements, ValuesThatFollowOneAnother) {
    EXPECT_EQ(cut(""), Texts{});
    EXPECT_EQ(cut(" \r\n\t"), Texts{});
    EXPECT_EQ(cut("\xEF\xBB\xBF{}"), Texts{"{}"});
    EXPECT_EQ(cut("{\"a\":1}\n{\"b\":{}}"), (Texts{"{\"a\":1}", "{\"b\":{}}"}));
    EXPECT_EQ(cut("{\"a\":1}{\"b\":2}"), (Texts{"{\"a\":1}", "{\"b\":2}"}));
    EXPECT_EQ(cut("\x1E{\"a\":1}\n\x1E{\"b\":2}\n"), (Texts{"{\"a\":1}", "{\"b\":2}"}));
    EXPECT_EQ(cut("{\n\"a\": 1\n}\n{\n\"b\": 2\n}\n"), (Texts{"{\n\"a\": 1\n}", "{\n\"b\": 2\n}"}));
    EXPECT_EQ(cut(R"({"a":"}\"]{\\"} {"b":"["})"), (Texts{R"({"a":"}\"]{\\"})", R"({"b":"["})"}));
    EXPECT_EQ(cut("1 null \"x\""), (Texts{"1", "null", "\"x\""}));
}

TEST(ImportJsonElements, MembersOfArrays) {
    EXPECT_EQ(cut("[]"), Texts{});
    EXPECT_EQ(cut("[{\"a\":1},{\"b\":2}]"), (Texts{"{\"a\":1}", "{\"b\":2}"}));
    EXPECT_EQ(cut("[\n\t{\"a\":1},\n\t{\"b\":2}\n]\n"), (Texts{"{\"a\":1}", "{\"b\":2}"}));
    EXPECT_EQ(cut("[1,\"a,]\",[2,3],null]"), (Texts{"1", "\"a,]\"", "[2,3]", "null"}));
    EXPECT_EQ(cut("[1]\n[2,3]\n{}"), (Texts{"1", "2", "3", "{}"}));
}

TEST(ImportJsonElements, TheListOfAnEnvelope) {
    EXPECT_EQ(cut(R"({"type":"FeatureCollection","features":[{"a":1},{"b":2}]})"), (Texts{"{\"a\":1}", "{\"b\":2}"}));
    EXPECT_EQ(cut(R"({"x":{"features":[0]},"features" : [1 ,2],"y":{"features":[3]},"z":"]}"}[4])"),
              (Texts{"1", "2", "4"}));
    EXPECT_EQ(cut(R"({"features":[1]} {"features":[2]} {"features":3})"), (Texts{"1", "2", R"({"features":3})"}));
    EXPECT_EQ(cut(R"([{"features":[1]}])"), Texts{R"({"features":[1]})"}) << "an element is none";
    EXPECT_EQ(cut(R"({"x":"features","y":[1]})"), Texts{R"({"x":"features","y":[1]})"}) << "a value is no name";
    EXPECT_EQ(cut(R"({"features":[1]})", JsonEnvelope{}), Texts{R"({"features":[1]})"});
    const JsonEnvelope answers{"data", {"total_count"}};
    EXPECT_EQ(cut(R"({"total_count":2,"data":[1,2]})", answers), (Texts{"1", "2"}));
    EXPECT_EQ(cut(R"({"store_id":"x","data":[1,2]})", answers), Texts{R"({"store_id":"x","data":[1,2]})"});
}

TEST(ImportJsonElements, WhatIsBrokenCostsItsLine) {
    const std::string in_string = "<a line break in a string>";
    const std::string in_line = "<the line is cut off>";
    const std::string misplaced = "<a value where a comma, a colon or its end was expected>";
    EXPECT_EQ(cut("{\"a\":\"x\n{\"b\":2}"), (Texts{in_string, "{\"b\":2}"}));
    EXPECT_EQ(cut("{\"a\":1\n{\"b\":2}"), (Texts{misplaced, "{\"b\":2}"}));
    EXPECT_EQ(cut("{}\n{\"a\":\n{\"b\":2}\n"), (Texts{"{}", in_line, "{\"b\":2}"})) << "one a line";
    EXPECT_EQ(cut("{}\n}]\n{\"b\":2}"), (Texts{"{}", "<a bracket that nothing opened>", "{\"b\":2}"}));
    EXPECT_EQ(cut("{\"features\":[\n{\"a\" \"b\"},\n{\"b\":2}\n]}"), (Texts{misplaced, "{\"b\":2}"}));
    EXPECT_EQ(cut("{\"a\" {\"b\":1}} {}\n{\"c\":1}"), (Texts{misplaced, "{\"c\":1}"}));
    EXPECT_EQ(cut("{\"a\":nul}\n{\"b\":2}"), (Texts{"{\"a\":nul}", "{\"b\":2}"})) << "the parser's matter";
}

TEST(ImportJsonElements, ABadTokenCostsItsElementAlone) {
    for (const char* const token : {"nul", "NaN", "02134", "1e999", "-", "'x'", "\"x\ty\"", R"("\x41")", R"("\ud800")",
                                    "\"\xFF\"", R"(1,)", "{,}"}) {
        const std::string broken = std::string(R"({"a":)") + token + '}';
        EXPECT_EQ(cut("[" + broken + R"(,{"b":2},{"c":3}])"), (Texts{broken, R"({"b":2})", R"({"c":3})"})) << token;
        EXPECT_EQ(cut(R"({"features":[{"b":2},)" + broken + R"(,{"c":3}]})"),
                  (Texts{R"({"b":2})", broken, R"({"c":3})"}))
            << token;
    }
}

TEST(ImportJsonElements, WhatStandsBelowABrokenElementIsNoElement) {
    const std::string broken = "{\n\"name\": nul,\n\"owner\":\n{\"name\": \"Stranger\"}\n}";
    EXPECT_EQ(cut("[\n" + broken + ",\n{\"b\":2}\n]"), (Texts{broken, "{\"b\":2}"}));
}

TEST(ImportJsonElements, WhatIsCutOffIsTold) {
    const std::string cut_off = "<the input is cut off>";
    EXPECT_EQ(cut("{\"a\":1"), Texts{cut_off});
    EXPECT_EQ(cut("{\"a"), Texts{cut_off});
    EXPECT_EQ(cut("[{}"), (Texts{"{}", cut_off}));
    EXPECT_EQ(cut("{\"features\":[{},{\"a\":"), (Texts{"{}", cut_off}));
    EXPECT_EQ(cut("{\"features\":[{}]"), (Texts{"{}", cut_off}));
}

TEST(ImportJsonElements, LongElementsAreSkippedWhole) {
    const std::string large = "{\"a\":\"" + std::string(1'000'000, 'x') + "\",\"features\":[1]}";
    EXPECT_EQ(cut_by(large + "\n{\"b\":2}", 70'000, features, 1000), (Texts{"<too long>", "{\"b\":2}"}));
    EXPECT_EQ(cut_by("[" + large + ",2]", 70'000, features, 1000), (Texts{"<too long>", "2"}));
    EXPECT_EQ(cut_by(large, 70'000), Texts{"1"});
    EXPECT_EQ(cut("{\"a\":12}", features, 8), Texts{"{\"a\":12}"});
    EXPECT_EQ(cut("{\"a\":123}{}", features, 8), (Texts{"<too long>", "{}"}));
}

TEST(ImportJsonElements, LinesAndNumbers) {
    const std::string text = "{\"type\":\"FeatureCollection\",\n\"features\":[{},\n\n{\n},3]}\n";
    PieceSource source(text, [] { return 2; });
    JsonElements elements(source, features);
    std::string_view element;
    const std::uint64_t lines[] = {2, 4, 5};
    for (std::uint64_t number = 1; number <= 3; ++number) {
        ASSERT_EQ(elements.next(element), NextElement::element);
        EXPECT_EQ(elements.line(), lines[number - 1]);
        EXPECT_EQ(elements.number(), number);
        EXPECT_TRUE(elements.in_list());
    }
    EXPECT_EQ(elements.next(element), NextElement::end);
}

/// Random valid JSON.
std::string random_value(std::mt19937& random, int depth) {
    static const std::string scalars[] = {"0",         "-1.5e3",        "true",         "null",
                                          R"("")",     R"("a")",        R"("]}\"[{,")", R"("\\")",
                                          R"("\\\"")", R"("features")", "\"\xC3\xA9\"", R"("\ud83d\ude00:")"};
    if (depth == 0 || random() % 3 == 0) {
        return scalars[random() % std::size(scalars)];
    }
    const bool is_object = random() % 2 == 0;
    const char* const gap = random() % 4 == 0 ? "\n " : "";
    std::string text(1, is_object ? '{' : '[');
    for (std::size_t count = random() % 4, i = 0; i < count; ++i) {
        text += i > 0 ? "," : "";
        text += gap;
        text += is_object ? "\"k" + std::to_string(i) + "\":" + gap : "";
        text += random_value(random, depth - 1);
    }
    return text + gap + (is_object ? '}' : ']');
}

TEST(ImportJsonElements, RandomElementsComeAsTheyWentIn) {
    constexpr unsigned seed = 11;
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 3000; ++round) {
        Texts wanted;
        for (std::size_t count = random() % 6, i = 0; i < count; ++i) {
            wanted.push_back(random_value(random, 4));
        }
        const bool in_envelope = random() % 2 == 0;
        std::string text = in_envelope ? R"({"x":{"features":["no"]},"features":[)" : "[";
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            text += (i > 0 ? "," : "") + std::string(random() % 3, '\n') + wanted[i] + std::string(random() % 3, ' ');
        }
        text += in_envelope ? R"(],"features ":[9],"y":"]"})" : "]";
        PieceSource source(text, [&] { return random() % 9; });
        JsonElements elements(source, features);
        std::string_view element;
        Texts got;
        while (elements.next(element) == NextElement::element) {
            got.emplace_back(element);
        }
        ASSERT_EQ(got, wanted) << text;
    }
}

}  // namespace
}  // namespace bizrec::builder
