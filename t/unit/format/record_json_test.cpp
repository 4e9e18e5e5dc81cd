// Compares the rule for records with a plain parser and a count of brackets.
#include <simdjson.h>

#include "bizrec/format/record_json.hpp"
#include "t/unit/support/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

namespace bizrec::format {
namespace {

using search::testing::whole_at_night;

/// The code of the fault; "" if there is none.
std::string code_of(const std::string& json, std::size_t max_depth = max_record_depth) {
    static RecordJson records;
    RecordJson others(max_depth);
    simdjson::dom::element root;
    RecordFault fault;
    const simdjson::padded_string padded(json);
    const bool good = (max_depth == max_record_depth ? records : others).parse(padded, root, fault);
    EXPECT_EQ(good, fault.code.empty());
    EXPECT_TRUE(!good || root.is_object());
    EXPECT_EQ(good, fault.detail.empty());
    return fault.code;
}

bool plainly_an_object(const std::string& json) {
    static simdjson::dom::parser parser;
    simdjson::dom::object object;
    return parser.parse(json).get_object().get(object) == simdjson::SUCCESS;
}

TEST(RecordJsonRule, DepthIsCountedExactly) {
    for (std::size_t limit = 1; limit < 20; ++limit) {
        for (std::size_t levels = 0; levels < 25; ++levels) {
            for (const char* inside : {"", "1", "{}", "{\"b\":[]}", "\"[[[[\"", "18446744073709551616", "1e999"}) {
                const std::size_t more = inside[0] != '{' ? 0 : inside[1] == '}' ? 1 : 2;
                const std::string json = "{\"a\":" + std::string(levels, '[') +
                                         (levels > 0 || *inside != '\0' ? inside : "0") + std::string(levels, ']') +
                                         "}";
                const std::string sound = std::string(inside) == "1e999" ? "out_of_range" : "";
                ASSERT_EQ(code_of(json, limit), 1 + levels + more > limit ? "too_deep" : sound)
                    << limit << ": " << json;
            }
        }
    }
}

/// A valid JSON number, mostly near the limits of 64 bits and of doubles.
std::string random_number(std::mt19937& random) {
    const auto digits = [&](std::size_t most) {
        std::string text;
        for (std::size_t n = 1 + random() % most; n > 0; --n) {
            text += static_cast<char>('0' + random() % 10);
        }
        return text;
    };
    std::string whole = digits(random() % 4 == 0 ? 330 : 21);
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
    std::string number = (random() % 2 == 0 ? "-" : "") + whole;
    if (random() % 3 == 0) {
        number += "." + digits(25);
    }
    if (random() % 3 == 0) {
        const char* exponents[] = {"e", "E", "e+", "E-", "e-"};
        number += exponents[random() % 5] + std::to_string(random() % 400);
    }
    return number;
}

TEST(RecordJsonRule, NumbersAreAsFarAsDoublesGo) {
    constexpr std::uint32_t seed = 20261122;
    std::mt19937 random(seed);
    for (int round = 0; round < whole_at_night(100000); ++round) {
        const std::string number = random_number(random);
        const bool is_finite = std::isfinite(std::strtod(number.c_str(), nullptr));
        ASSERT_EQ(code_of("{\"a\":" + number + "}"), is_finite ? "" : "out_of_range") << number;
        ASSERT_EQ(code_of("{\"a\":[" + number + "x]}"), "invalid_json") << number;
    }
}

TEST(RecordJsonRule, IsAPlainParsersForAllElse) {
    constexpr std::uint32_t seed = 7;
    std::mt19937 random(seed);
    const std::string seeds[] = {R"({"a":[1.5e3,-0,{"b":"\u00e9\ud83d\ude00\n","":null}],"c":true,"d":"日本é😀"})",
                                 R"({"a":{"a":{"a":[[[],[{}]]]}},"x":"\"\\[{"})"};
    const std::string pieces = "{}[]\",:0123456789.eE+-\\/ubfnrt \n\t\r\x01\x7f\x80\xC3\xA9\xE2\xED\xA0\xF0truefalsnl";
    std::size_t sound = 0;
    for (int round = 0; round < whole_at_night(200000); ++round) {
        std::string json = seeds[random() % 2];
        for (std::size_t edits = 1 + random() % 2; edits > 0 && !json.empty(); --edits) {
            const std::size_t at = random() % json.size();
            switch (random() % 3) {
                case 0:
                    json[at] = pieces[random() % pieces.size()];
                    break;
                case 1:
                    json.insert(at, 1, pieces[random() % pieces.size()]);
                    break;
                default:
                    json.erase(at, 1 + random() % 3);
            }
        }
        const std::string code = code_of(json);
        ASSERT_TRUE(code == "out_of_range" || code.empty() == plainly_an_object(json)) << json << ": " << code;
        sound += code.empty() ? 1U : 0U;
    }
    EXPECT_GT(sound, static_cast<std::size_t>(whole_at_night(20000)));
}

}  // namespace
}  // namespace bizrec::format
