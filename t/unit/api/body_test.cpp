// A body that is not a JSON object gets 400. The message says what is wrong and where.
#include <gtest/gtest.h>

#include "t/unit/api/request_table.hpp"

namespace bizrec::api {
namespace {

using namespace std::string_literals;

std::string nested(std::size_t levels, const std::string& core) {
    return repeat("{\"a\":", levels - 1) + core + repeat("}", levels - 1);
}

TEST(Body, NotOneObject) {
    check({
        {"", 400, "", "the body is empty; expected one JSON object"},
        {" ", 400, "", "the body holds only white space; expected one JSON object"},
        {"\r\n\t  \n", 400, "", "only white space"},
        {"[]", 400, "", "the body is an array; expected one JSON object"},
        {R"([{"website":"alphacoffee.com"}])", 400, "", "the body is an array"},
        {"null", 400, "", "the body is null; expected one JSON object"},
        {"true", 400, "", "the body is true"},
        {"false", 400, "", "the body is false"},
        {"12", 400, "", "the body is the number 12"},
        {"-1.5", 400, "", "the body is the number -1.5"},
        {"18446744073709551615", 400, "", "the number 18446744073709551615"},
        {R"("alphacoffee.com")", 400, "", R"(the body is a string "alphacoffee.com")"},
        {R"("")", 400, "", "the body is a string"},
        {"website=alphacoffee.com", 400, "", "expected a JSON value, got w (at byte 1 of 23)"},
        {"<xml/>", 400, "", "expected a JSON value, got <"},
        {"alphacoffee.com", 400, "", "not valid JSON"},
        {"\0"s, 400, "", "got the byte 0"},
        {"\0{}"s, 400, "", "got the byte 0 (at byte 1"},
        {"{}\0"s, 400, "", "expected the end after the JSON value, got the byte 0 (at byte 3 of 3)"},
        {"\xEF\xBB\xBF{\"website\":\"alphacoffee.com\"}", 400, "", "byte order mark"},
        {"\xFF\xFE{\0}\0"s, 400, "", "got the byte 255"},
        {"{\0\"\0a\0"s, 400, "", "not valid JSON"},
    });
}

TEST(Body, MoreThanOneValue) {
    check({
        {"{}{}", 400, "", "expected the end after the JSON value, got { (at byte 3 of 4)"},
        {with("\"limit\":1") + "{}", 400, "", "expected the end after"},
        {"{} {}", 400, "", "expected the end after"},
        {"{},", 400, "", "expected the end after the JSON value, got ,"},
        {"{}}", 400, "", "expected the end after the JSON value, got }"},
        {"{}x", 400, "", "expected the end after the JSON value, got x"},
        {"{}#", 400, "", "expected the end"},
        {"{}//", 400, "", "expected the end"},
        {"{}\f", 400, "", "got the byte 12"},
        {"{}\xC2\xA0", 400, "", "got the byte 194"},
        {"1 2", 400, "", "expected the end"},
        {"[][]", 400, "", "expected the end"},
        {"\"a\"x", 400, "", "expected the end"},
        {"nullnull", 400, "", "expected the end of a value"},
    });
}

TEST(Body, CutOff) {
    const std::string whole =
        R"({"website":"alphacoffee.com","location":[{"lat":-1.5e1,"long":2}],"estimate_total":true})";
    for (std::size_t length = 1; length < whole.size(); ++length) {
        check({{whole.substr(0, length), 400, "", "not valid JSON"}});
    }
    check({
        {"{", 400, "", "expected a field name in double quotes, got the end of the body (after byte 1, the last)"},
        {"[", 400, "", "got the end of the body"},
        {R"({"website)", 400, "", "a string has no closing quote"},
        {R"({"website":"alpha\)", 400, "", "an unknown escape"},
        {R"({"website":"\u00)", 400, "", "\\u needs four hexadecimal digits"},
        {R"({"website":)", 400, "", "expected a JSON value, got the end"},
        {R"({"website")", 400, "", "expected a colon"},
        {R"({"website":"a",)", 400, "", "expected a field name"},
        {R"({"website":"a")", 400, "", "expected a comma or }, got the end"},
    });
}

TEST(Body, Grammar) {
    check({
        {R"({website:"a.com"})", 400, "", "expected a field name in double quotes, got w (at byte 2"},
        {R"({'website':'a.com'})", 400, "", "expected a field name in double quotes, got '"},
        {R"({"website":'a.com'})", 400, "", "expected a JSON value, got '"},
        {R"({"website" "a.com"})", 400, "", "expected a colon after the field name, got \""},
        {R"({"website","a.com"})", 400, "", "expected a colon after the field name, got ,"},
        {R"({"website"="a.com"})", 400, "", "expected a colon"},
        {R"({"website"::"a.com"})", 400, "", "expected a JSON value, got :"},
        {R"({"website":"a.com",})", 400, "", "expected a field name in double quotes, got }"},
        {R"({,"website":"a.com"})", 400, "", "expected a field name in double quotes, got ,"},
        {R"({"website":"a.com",,"limit":1})", 400, "", "expected a field name"},
        {R"({"website":"a.com" "limit":1})", 400, "", "expected a comma or }, got \""},
        {R"({"website":"a.com";"limit":1})", 400, "", "expected a comma or }, got ;"},
        {R"({"website":"a.com"])", 400, "", "expected a comma or }, got ]"},
        {R"({"location":[{}})", 400, "", "expected a comma or ], got }"},
        {R"({"location":[{},]})", 400, "", "expected a JSON value, got ]"},
        {R"({"location":[,{}]})", 400, "", "expected a JSON value, got ,"},
        {R"({"location":[{} {}]})", 400, "", "expected a comma or ]"},
        {R"({1:2})", 400, "", "expected a field name in double quotes, got 1"},
        {R"({null:2})", 400, "", "expected a field name"},
        {R"({"a":undefined})", 400, "", "expected a JSON value, got u"},
        {R"({"a":True})", 400, "", "expected a JSON value, got T"},
        {R"({"a":tru})", 400, "", "expected a JSON value, got t"},
        {R"({"a":truer})", 400, "", "expected the end of a value, got r"},
        {R"({"a":nul})", 400, "", "expected a JSON value, got n"},
        {R"({"a":/**/1})", 400, "", "expected a JSON value, got /"},
        {R"({"a":1}/**/)", 400, "", "expected the end"},
        {R"({"a":1 // x)", 400, "", "expected a comma or }, got /"},
        {"{\"a\":\v1}", 400, "", "got the byte 11"},
        {"{\"a\":\xC2\xA0"
         "1}",
         400, "", "got the byte 194"},
        {R"({"a":"b" "c"})", 400, "", "expected a comma or }"},
        {R"(["a":1])", 400, "", "expected a comma or ], got :"},
        {R"({[]:1})", 400, "", "expected a field name"},
        {R"({"a":})", 400, "", "expected a JSON value, got }"},
        {R"({:1})", 400, "", "expected a field name"},
    });
}

TEST(Body, Numbers) {
    check({
        {R"({"a":NaN})", 400, "", "expected a JSON value, got N"},
        {R"({"a":Infinity})", 400, "", "expected a JSON value, got I"},
        {R"({"a":-Infinity})", 400, "", "a malformed number"},
        {R"({"a":01})", 400, "", "a malformed number (at byte 6"},
        {R"({"a":-01})", 400, "", "a malformed number"},
        {R"({"a":00})", 400, "", "a malformed number"},
        {R"({"a":+1})", 400, "", "expected a JSON value, got +"},
        {R"({"a":.5})", 400, "", "expected a JSON value, got ."},
        {R"({"a":5.})", 400, "", "expected a digit after the decimal point, got }"},
        {R"({"a":-.5})", 400, "", "a malformed number"},
        {R"({"a":-})", 400, "", "a malformed number"},
        {R"({"a":1e})", 400, "", "expected a digit in the exponent"},
        {R"({"a":1e+})", 400, "", "expected a digit in the exponent"},
        {R"({"a":1.e1})", 400, "", "expected a digit after the decimal point"},
        {R"({"a":0x10})", 400, "", "expected the end of a number, got x"},
        {R"({"a":1_000})", 400, "", "expected the end of a number, got _"},
        {R"({"a":1,000})", 400, "", "expected a field name"},
        {R"({"a":1 000})", 400, "", "expected a comma or }"},
        {R"({"a":1.2.3})", 400, "", "expected the end of a number"},
        {R"({"a":1e5.5})", 400, "", "expected the end of a number"},
        {R"({"a":--1})", 400, "", "a malformed number"},
        {R"({"a":1a})", 400, "", "expected the end of a number, got a"},
        {R"({"a":1e999})", 400, "", "a number that a double cannot hold (at byte 6"},
        {R"({"a":-1e999})", 400, "", "a number that a double cannot hold"},
        {R"({"a":1e309})", 400, "", "a number that a double cannot hold"},
        {R"({"a":1.8e308})", 400, "", "a number that a double cannot hold"},
        {R"({"a":0.001e999})", 400, "", "a number that a double cannot hold"},
        {R"({"a":1e99999999999999999999})", 400, "", "a number that a double cannot hold"},
        {R"({"website":18446744073709551616})", 422, "website",
         "expected a string, got the number 18446744073709551616"},
        {R"({"website":-9223372036854775809,"a":0x})", 400, "", "expected the end of a number, got x"},
        {R"({"a":)" + repeat("9", 400) + "}", 400, "", "a number that a double cannot hold (at byte 6"},
        {R"({"a":)" + repeat("9", 60000) + "}", 400, "", "a number that a double cannot hold"},
        {R"({"a":)" + repeat("9", 400) + ".5}", 400, "", "a number that a double cannot hold"},
    });
}

TEST(Body, Strings) {
    check({
        {"{\"a\":\"\x01\"}", 400, "", "a control character stands unescaped in a string (at byte 7"},
        {"{\"a\":\"\n\"}", 400, "", "a control character"},
        {"{\"a\":\"\t\"}", 400, "", "a control character"},
        {"{\"a\":\"\0\"}"s, 400, "", "a control character"},
        {R"({"a":"\x41"})", 400, "", "an unknown escape stands in a string (at byte 7"},
        {R"({"a":"\'"})", 400, "", "an unknown escape"},
        {R"({"a":"\U0041"})", 400, "", "an unknown escape"},
        {R"({"a":"\u12G4"})", 400, "", "\\u needs four hexadecimal digits"},
        {R"({"a":"\u-123"})", 400, "", "\\u needs four hexadecimal digits"},
        {R"({"a":"\u"})", 400, "", "\\u needs four hexadecimal digits"},
        {R"({"a":"\ud800"})", 400, "", "half a surrogate pair"},
        {R"({"a":"\udc00"})", 400, "", "half a surrogate pair"},
        {R"({"a":"\ud800\ud800"})", 400, "", "half a surrogate pair"},
        {R"({"a":"\ud800A"})", 400, "", "half a surrogate pair"},
        {R"({"a":"\ud800\n"})", 400, "", "half a surrogate pair"},
        {R"({"\ud800":1})", 400, "", "half a surrogate pair"},
    });
}

TEST(Body, Utf8) {
    for (const std::string bad : {"\xFF",
                                  "\xFE",
                                  "\x80",
                                  "\xBF",
                                  "\xC0\x80",
                                  "\xC1\xBF",
                                  "\xC3",
                                  "\xC3(",
                                  "\xE0\x80\x80",
                                  "\xE0\x9F\xBF",
                                  "\xE2\x82",
                                  "\xE2(\xA1",
                                  "\xED\xA0\x80",
                                  "\xED\xBF\xBF",
                                  "\xF0\x80\x80\x80",
                                  "\xF0\x8F\xBF\xBF",
                                  "\xF0\x9F\x98",
                                  "\xF4\x90\x80\x80",
                                  "\xF5\x80\x80\x80",
                                  "\xF8\x88\x80\x80\x80",
                                  "\xFC\x84\x80\x80\x80\x80"}) {
        check({
            {"{\"website\":\"" + bad + "\"}", 400, "", "invalid UTF-8 (at byte 13"},
            {"{\"website\":\"alphacoffee.com\",\"x" + bad + "\":1}", 400, "", "invalid UTF-8"},
        });
    }
    check({{"{\"website\":\"alphacoffee.com\"}\x80", 400, "", "expected the end"}});
}

TEST(Body, Depth) {
    check({
        {nested(17, "{}"), 400, "", "nested deeper than 16 levels (at byte 81"},
        {nested(17, "[]"), 400, "", "nested deeper than 16 levels"},
        {nested(17, "{\"b\":1}"), 400, "", "nested deeper than 16 levels"},
        {nested(17, "[1]"), 400, "", "nested deeper than 16 levels"},
        {nested(18, "[]"), 400, "", "nested deeper than 16 levels"},
        {nested(1025, "1"), 400, "", "nested deeper than 16 levels"},
        {repeat("[", 65536), 400, "", "nested deeper than 16 levels (at byte 17"},
        {repeat("[", 32768) + repeat("]", 32768), 400, "", "nested deeper than 16 levels"},
        {repeat("{\"a\":", 13107), 400, "", "nested deeper than 16 levels"},
        {with("\"x\":" + repeat("[", 16) + repeat("]", 16)), 400, "", "nested deeper than 16 levels"},
        {at(repeat("[", 16) + repeat("]", 16)), 400, "", "nested deeper than 16 levels"},
        // The depth of the body is checked before any field.
        {R"({"limit":99,"x":)" + repeat("[", 16) + repeat("]", 16) + "}", 400, "", "nested deeper"},
    });
    check({
        {with("\"x\":" + repeat("[", 15) + repeat("]", 15)), "alphacoffee.com limit=50", "x", ""},
        {with("\"x\":" + repeat("[", 15) + "1" + repeat("]", 15)), "alphacoffee.com limit=50", "x", ""},
        {with("\"x\":" + nested(15, "{}")), "alphacoffee.com limit=50", "x", ""},
    });
}

TEST(Body, Size) {
    const std::string head = "{\"website\":\"alphacoffee.com\",\"x\":\"";
    const std::string exact = head + repeat("y", 65536 - head.size() - 2) + "\"}";
    ASSERT_EQ(exact.size(), enrich_body_limit);
    check({{exact, "alphacoffee.com limit=50", "x", ""}});
    check({
        {exact + " ", 413, "", "65536 bytes"},
        {repeat(" ", 65537), 413, "", "65536 bytes"},
        {repeat("[", 1000000), 413, "", "65536 bytes"},
        {repeat(" ", 65536), 400, "", "only white space"},
    });
}

TEST(Body, GoodFormsOfJson) {
    check({
        {" \r\n\t{ \"website\" :\t\"alphacoffee.com\" }\n\n", "alphacoffee.com limit=50", "", ""},
        {R"({"\u0077ebsite":"alpha\u0063offee.com"})", "alphacoffee.com limit=50", "", ""},
        {R"({"website":"https:\/\/alphacoffee.com\/"})", "alphacoffee.com limit=50", "", ""},
        {R"({"website":"alphacoffee.com","x":1e-999,"y":0e999,"z":-0,"w":1.7976931348623157e308})",
         "alphacoffee.com limit=50", "x, y, z, w", ""},
        {R"({"website":"alphacoffee.com","x":18446744073709551615,"y":-9223372036854775808})",
         "alphacoffee.com limit=50", "x, y", ""},
        {"{\"website\":\"alphacoffee.com\",\"x\":\"\x7F \\ud83d\\ude00 \xF0\x9F\x98\x80\"}", "alphacoffee.com limit=50",
         "x", ""},
    });
}

}  // namespace
}  // namespace bizrec::api
