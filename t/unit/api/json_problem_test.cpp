// simdjson decides whether JSON is bad. The scanner that explains bad JSON must agree with it.
#include "bizrec/api/json_problem.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <random>
#include <string>

#include "bizrec/api/json_body.hpp"

namespace bizrec::api {
namespace {

constexpr std::size_t deep = 1000;  // not a limit here; body_test.cpp tests the depths

bool simdjson_takes(const std::string& text) {
    static simdjson::dom::parser parser;
    simdjson::dom::element element;
    std::string widened;
    return parser.parse(simdjson::padded_string(text)).get(element) == simdjson::SUCCESS ||
           (widen_integers(text, widened) && parser.parse(widened).get(element) == simdjson::SUCCESS);
}

void expect_agreement(const std::string& text) {
    const auto problem = find_json_problem(text, deep);
    EXPECT_EQ(!problem, simdjson_takes(text))
        << "text: " << text << "\nproblem: " << (problem ? problem->what : "none");
    if (problem) {
        EXPECT_FALSE(problem->what.empty());
        EXPECT_LE(problem->offset, text.size());
    }
}

const std::string seeds[] = {
    R"({"website":"https://www.example.com/a?b=c","limit":10,"estimate_total":true})",
    R"({"location":[{"country":"US","lat":-12.5e1,"long":0.0,"zip_code":["1",""]},{}],"x":null})",
    R"([1,-0,0.5,1e5,1E-5,-1.25e+10,18446744073709551615,-9223372036854775808,1e308])",
    R"(["\u0041\ud83d\ude00\n\"\\\/\b\f\r\t","é日☕😀",{"a":{"b":[[],{},[{}]]}},true,false,null])",
    " \t\r\n{ \"a\" : [ 1 , 2 ] } \n",
};

TEST(JsonProblem, AgreesWithSimdjsonOnMutations) {
    constexpr unsigned seed = 20261120;
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const std::string pieces =
        "{}[]\",:0123456789.eE+-\\/ubfnrt \n\t\r\x01\x1f\x7f\x80\xC3\xA9\xE2\xED\xA0\xF0\x9F truefalsnl";
    const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    for (int round = 0; round < 200000 && !testing::Test::HasFailure(); ++round) {
        std::string text = seeds[below(std::size(seeds))];
        for (std::size_t edits = 1 + below(3); edits > 0 && !text.empty(); --edits) {
            const std::size_t at = below(text.size());
            switch (below(4)) {
                case 0:
                    text[at] = pieces[below(pieces.size())];
                    break;
                case 1:
                    text.insert(at, 1, pieces[below(pieces.size())]);
                    break;
                case 2:
                    text.erase(at, 1 + below(3));
                    break;
                default:
                    text.insert(at, text.substr(below(text.size()), 1 + below(8)));
            }
        }
        expect_agreement(text);
    }
}

TEST(JsonProblem, AgreesWithSimdjsonOnNumbers) {
    constexpr unsigned seed = 7;
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    for (int round = 0; round < 100000 && !testing::Test::HasFailure(); ++round) {
        std::string number = below(2) == 0 ? "-" : "";
        const auto add_digits = [&](std::size_t most) {
            for (std::size_t n = below(most + 1); n > 0; --n) {
                number += below(3) == 0 ? '0' : static_cast<char>('0' + below(10));
            }
        };
        add_digits(22);
        if (below(2) == 0) {
            number += '.';
            add_digits(25);
        }
        if (below(2) == 0) {
            number += below(2) == 0 ? "e" : "E-";
            number += std::to_string(below(round % 2 == 0 ? 400 : 40));
        }
        expect_agreement(number);
        expect_agreement("[" + number + "]");
    }
}

TEST(JsonProblem, NumbersAtTheEdges) {
    for (const char* number : {"0",
                               "-0",
                               "18446744073709551615",
                               "18446744073709551616",
                               "9223372036854775808",
                               "-9223372036854775808",
                               "-9223372036854775809",
                               "1.7976931348623157e308",
                               "1.7976931348623159e308",
                               "1.8e308",
                               "1e308",
                               "1e309",
                               "0e999",
                               "0.0e99999999999999999999",
                               "1e-999",
                               "1e-99999999999999999999",
                               "1e99999999999999999999",
                               "0.000000000000000000001e330",
                               "0.000000000000000000001e320",
                               "4.9e-324",
                               "1e-400",
                               "00",
                               "01",
                               "-",
                               "1.",
                               ".1",
                               "1e",
                               "1e+",
                               "-e1",
                               "1E400",
                               "123456789012345678901234567890.0",
                               "100000000000000000000e-20"}) {
        expect_agreement(number);
    }
    expect_agreement(std::string(400, '9') + ".0");
    expect_agreement("0." + std::string(400, '0') + "1e10");
    expect_agreement("0." + std::string(400, '0') + "1e800");
    expect_agreement(std::string(300, '9') + "e-300");
    expect_agreement(std::string(400, '9') + "e-300");
}

TEST(JsonProblem, DepthAndPlace) {
    EXPECT_FALSE(find_json_problem("[[[]]]", 3));
    const auto problem = find_json_problem("[[ [[]]]]", 3);
    ASSERT_TRUE(problem);
    EXPECT_EQ(problem->what, "nested deeper than 3 levels");
    EXPECT_EQ(problem->offset, 4U);
    EXPECT_FALSE(find_json_problem("[[[]],[[]],{\"a\":[]}]", 3));
}

}  // namespace
}  // namespace bizrec::api
