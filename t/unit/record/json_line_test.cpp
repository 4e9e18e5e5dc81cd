#include "t/unit/record/record_support.hpp"

namespace bizrec::builder {
namespace {

TEST(RecordJson, EveryFieldComesBackAsItCame) {
    const struct {
        std::string line;
        std::string json;
    } cases[] = {
        {record_with(R"("unknown":{"a":[1.50,1E+2,-0,1e-7],"b":"\u00e9\/\n"},"name":"日本")"),
         record_with(R"("unknown":{"a":[1.50,1E+2,-0,1e-7],"b":"\u00e9\/\n"},"name":"日本")")},
        {" \t{ \"id\" : \"8140d7ef-382a-5649-b391-841fe8febcfb\" , \"a b\" : [ 1 , \" x  y \" ] } \r",
         R"({"id":"8140d7ef-382a-5649-b391-841fe8febcfb","a b":[1," x  y "]})"},
        {record_with(R"("big":123456789012345678901234567890,"tiny":1e-999,"low":-9223372036854775809)"),
         record_with(R"("big":123456789012345678901234567890,"tiny":1e-999,"low":-9223372036854775809)")},
        {record_with(R"("x":1,"x":2)"), record_with(R"("x":1,"x":2)")},
    };
    for (const auto& c : cases) {
        const auto parsed = parse_line(c.line);
        ASSERT_TRUE(parsed.kept) << c.line << parsed.reason.detail;
        EXPECT_EQ(parsed.record.json, c.json);
    }
}

TEST(RecordJson, WhatIsNoObjectIsRefused) {
    const std::string id = record_with("");
    const struct {
        std::string line;
        const char* code;
    } cases[] = {
        {"", "invalid_json"},
        {"   ", "invalid_json"},
        {"{", "invalid_json"},
        {"{\"a\":1,}", "invalid_json"},
        {"{'a':1}", "invalid_json"},
        {id + id, "invalid_json"},
        {id + ",", "invalid_json"},
        {id + "// x", "invalid_json"},
        {record_with("\"a\":01"), "invalid_json"},
        {record_with("\"a\":1e999,\"b\":01"), "invalid_json"},
        {record_with("\"a\":NaN"), "invalid_json"},
        {record_with("\"a\":+1"), "invalid_json"},
        {record_with("\"a\":\"\\ud800\""), "invalid_json"},
        {record_with("\"a\":\"\\udc00\""), "invalid_json"},
        {record_with("\"a\":\"\xC0\xAF\""), "invalid_utf8"},
        {record_with("\"a\":\"\xED\xA0\x80\""), "invalid_utf8"},
        {record_with("\"a\":\"\t\""), "invalid_json"},
        {"[" + id + "]", "not_an_object"},
        {"null", "not_an_object"},
        {"\"text\"", "not_an_object"},
        {"17", "not_an_object"},
    };
    for (const auto& c : cases) {
        const auto parsed = parse_line(c.line);
        EXPECT_FALSE(parsed.kept) << c.line;
        EXPECT_EQ(parsed.reason.code, c.code) << c.line;
        EXPECT_EQ(parsed.reason.field, "") << c.line;
    }
    EXPECT_EQ(parse_line("17").reason.detail, "expected one JSON object, got the number 17");
    EXPECT_EQ(parse_line(std::string(id + '\0')).reason.code, "nul_character");
    EXPECT_EQ(parse_line(std::string(100, '\0')).reason.code, "nul_character");
}

// A number beyond a double would make every answer with its record unreadable: Go and Rust do not accept infinity,
// Python does not accept 5,000 digits.
TEST(RecordJson, ANumberBeyondADoubleIsRefused) {
    for (const std::string& number : {std::string("1e999"), std::string("-1e309"), std::string(400, '9'),
                                      std::string(5000, '1') + ".5", std::string("0.001e312")}) {
        const auto reason = refused("\"note\":[1],\"seats\":{\"a\":[" + number + "]}");
        EXPECT_EQ(reason.code, "out_of_range") << number;
        EXPECT_EQ(reason.field, "seats") << number;
        EXPECT_EQ(reason.detail.find("expected a number within a double's range (up to 1.8e308), got " +
                                     number.substr(0, 40)),
                  0U)
            << reason.detail;
        EXPECT_LT(reason.detail.size(), 200U);
    }
}

TEST(RecordJson, ARecordHasAtMost64Levels) {
    const auto levels = [](std::size_t count, const std::string& inside) {
        return "\"a\":" + std::string(count, '[') + inside + std::string(count, ']');
    };
    for (const std::string inside : {"", "1", "18446744073709551616"}) {
        EXPECT_EQ(kept(levels(63, inside)).json, record_with(levels(63, inside)));
        const auto reason = refused(levels(64, inside));
        EXPECT_EQ(reason.code, "too_deep") << inside;
        EXPECT_EQ(reason.field, "a") << inside;
        EXPECT_EQ(reason.detail, "expected at most 64 levels of objects and arrays, got 65");
    }
    EXPECT_EQ(refused("\"b\":[{}]," + levels(1100, "1")).detail,
              "expected at most 64 levels of objects and arrays, got 1101");
    EXPECT_EQ(refused("\"b\":\"[[\\\"[[\"," + levels(100, "1")).field, "a");
}

TEST(RecordJson, ARecordHasAtMostSoManyBytes) {
    RecordParser parser(machine_catalog(), 100);
    Record record;
    RejectReason reason;
    const std::string line =
        record_with("\"note\":\"" + std::string(100 - record_with("\"note\":\"\"").size(), 'x') + "\"");
    EXPECT_TRUE(parser.parse(" " + line + " ", record, reason)) << "white space does not count";
    EXPECT_EQ(record.json.size(), 100U);
    EXPECT_FALSE(parser.parse(line.substr(0, line.size() - 1) + ",\"a\":0}", record, reason));
    EXPECT_EQ(reason.field, "");
    EXPECT_EQ(reason.code, "record_too_large");
    EXPECT_EQ(reason.detail, "expected at most 100 bytes of minified JSON (--max-record), got 106");
}

// Newer versions of simdjson skip a byte order mark, so it would end up inside answers.
TEST(RecordJson, AByteOrderMarkIsRefused) {
    EXPECT_EQ(parse_line("\xEF\xBB\xBF" + record_with("")).reason.code, "invalid_json");
}

TEST(RecordJson, AKnownFieldTwiceIsRefused) {
    const auto reason = refused(R"("city":"Austin","city":"Austin")");
    EXPECT_EQ(reason.field, "city");
    EXPECT_EQ(reason.code, "duplicate_field");
    EXPECT_EQ(refused(R"("cit\u0079":"Austin","city":"Boston")").field, "city");
    EXPECT_EQ(refused(R"("city":null,"city":"Austin")").code, "duplicate_field");
    EXPECT_EQ(kept(R"("City":"Boston","city":"Austin","CITY":5)").city, "Austin");
}

TEST(RecordJson, ARefusalLeavesNothingBehind) {
    RecordParser parser(machine_catalog());
    Record record;
    RejectReason reason;
    ASSERT_TRUE(
        parser.parse(record_with(R"("city":"Austin","num_stores":5,"phone":"1","tags":["x"])"), record, reason));
    EXPECT_FALSE(parser.parse("{", record, reason));
    ASSERT_TRUE(parser.parse(record_with(""), record, reason));
    EXPECT_EQ(record.city, "");
    EXPECT_EQ(record.num_stores, format::missing_count);
    EXPECT_EQ(record.flags, 0);
    EXPECT_EQ(record.json, record_with(""));
}

TEST(RecordJson, LinesAroundTheParsersBlockSize) {
    for (std::size_t length = 0; length < 300; ++length) {
        const std::string members = "\"note\":\"" + std::string(length, 'x') + "\"";
        EXPECT_EQ(kept(members).json, record_with(members));
    }
    const std::string large = "\"note\":\"" + std::string(1000000, 'x') + "\"";
    EXPECT_EQ(kept(large).json.size(), record_with(large).size());
}

}  // namespace
}  // namespace bizrec::builder
