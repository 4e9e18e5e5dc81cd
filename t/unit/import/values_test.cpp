#include <simdjson.h>

#include "lmdb_builder/import/csv_mapping.hpp"
#include "lmdb_builder/import/derived_id.hpp"
#include "lmdb_builder/import/geo_point.hpp"
#include "lmdb_builder/import/moved_fields.hpp"
#include "lmdb_builder/import/source_object.hpp"
#include "t/unit/import/import_support.hpp"

namespace bizrec::builder {
namespace {

TEST(ImportValues, NameBasedIdsAreThoseOfTheRfc) {
    format::Uuid dns{0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8};
    EXPECT_EQ(format::uuid_text(name_based_uuid(dns, "www.example.com")), "2ed6657d-e927-568b-95e1-2665a8aea6a2")
        << "RFC 9562, appendix A.4";
    EXPECT_EQ(domain_namespace("www.example.com"), name_based_uuid(dns, "www.example.com"));
    EXPECT_EQ(id_or_derived(dns, "2ED6657D-E927-568B-95E1-2665A8AEA6A2"), "2ed6657d-e927-568b-95e1-2665a8aea6a2");
    EXPECT_EQ(id_or_derived(dns, "www.example.com"), "2ed6657d-e927-568b-95e1-2665a8aea6a2");
    EXPECT_EQ(wikidata_brand_id("Q42"), format::uuid_text(name_based_uuid(domain_namespace("wikidata.org"), "Q42")));
    for (const char* const no_item : {"", "Q", "q42", "P42", "Q42;Q43", "Q4 2"}) {
        EXPECT_EQ(wikidata_brand_id(no_item), "") << no_item;
    }
}

void expect_point(std::string_view text, double longitude, double latitude) {
    const auto point = point_of_text(text);
    ASSERT_TRUE(point) << text;
    EXPECT_EQ(point->longitude, longitude) << text;
    EXPECT_EQ(point->latitude, latitude) << text;
}

TEST(ImportValues, PointsAsText) {
    expect_point("POINT (13.4 -52.5)", 13.4, -52.5);
    expect_point("point(1e1 2)", 10, 2);
    expect_point("POINT Z (1 2 3)", 1, 2);
    expect_point("POINT ZM (1 2 3 4)", 1, 2);
    expect_point("0101000000000000000000F03F0000000000000040", 1, 2);
    expect_point("00000000013FF00000000000004000000000000000", 1, 2);
    expect_point("0101000020E6100000000000000000f03f0000000000000040", 1, 2);          // EWKB with its SRID
    expect_point("01E9030000000000000000F03F00000000000000400000000000000840", 1, 2);  // ISO WKB of a POINT Z
    expect_point(R"(\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\xF0?\x00\x00\x00\x00\x00\x00\x00@)", 1, 2);
    for (const char* const none :
         {"", "POINT", "POINT EMPTY", "POINT (1)", "POINT (1 2", "POINT (1 nan)", "POINT (1 2) x",
          "LINESTRING (1 2, 3 4)", "01", "0101000000", "0102000000000000000000F03F0000000000000040",
          "0101000000000000000000F03F000000000000004", "0101000000000000000000F87F000000000000F87F", R"(\x01\x)",
          "zz"}) {
        EXPECT_FALSE(point_of_text(none)) << none;
    }
}

TEST(ImportValues, PointsOfGeoJson) {
    simdjson::dom::parser parser;
    const auto point_of = [&](std::string_view json) {
        simdjson::dom::element parsed;
        EXPECT_EQ(parser.parse(json).get(parsed), simdjson::SUCCESS) << json;
        return point_of_geojson(parsed);
    };
    const auto point = point_of(R"({"type":"Point","coordinates":[13,-52.5,34]})");
    ASSERT_TRUE(point);
    EXPECT_EQ(point->longitude, 13);
    EXPECT_EQ(point->latitude, -52.5);
    for (const char* const none :
         {"null", "[]", "{}", R"({"type":"Point"})", R"({"type":"Point","coordinates":[]})",
          R"({"type":"Point","coordinates":["1","2"]})", R"({"type":"MultiPoint","coordinates":[1,2]})"}) {
        EXPECT_FALSE(point_of(none)) << none;
    }
}

TEST(ImportValues, MembersKeepTheirText) {
    SourceParser parser;
    SourceObject object;
    RejectReason reason;
    ASSERT_TRUE(parser.parse(
        " { \"a\\u0062\" : [ 1.50 , {\"x\":\"],}\\\"\"} ] ,\n\"n\":-0.0,\"e\":{},\"s\":\"\\u00e9\",\"z\":null } ",
        object, reason));
    std::vector<std::pair<std::string, std::string>> members;
    for (const SourceMember& member : object.members()) {
        members.emplace_back(member.name, member.raw);
    }
    EXPECT_EQ(members,
              (std::vector<std::pair<std::string, std::string>>{
                  {"ab", R"([1.50,{"x":"],}\""}])"}, {"n", "-0.0"}, {"e", "{}"}, {"s", R"("\u00e9")"}, {"z", "null"}}));
    EXPECT_EQ(first_element(object.find("ab")->raw), "1.50");
    EXPECT_EQ(object.text("n"), "-0.0");
    EXPECT_EQ(object.text("s"), "\xC3\xA9");
    EXPECT_EQ(object.find("z"), nullptr) << "null is no value";
    EXPECT_TRUE(object.object("e").members().empty());
}

TEST(ImportValues, MembersOfEveryKindKeepTheirTextAtEveryDepth) {
    const std::string deep = std::string(1000, '[') + std::string(1000, ']');
    const std::string texts[] = {R"("\\")",
                                 R"("\\\"")",
                                 R"("]},{[:\"")",
                                 "123456789012345678901234567890",
                                 "-0",
                                 "1E-999",
                                 "true",
                                 "{}",
                                 "[]",
                                 R"([{},[]])",
                                 R"({"":[1.0,""]})",
                                 "\"\xC3\xA9\"",
                                 deep};
    std::string object;
    for (const std::string& text : texts) {
        object += (object.empty() ? R"({"same":)" : R"(,"same":)") + text;
    }
    object += '}';
    SourceParser parser;
    SourceObject outer;
    RejectReason reason;
    ASSERT_TRUE(parser.parse(R"({"below":)" + object + R"(,"list":[)" + object + ",1]}", outer, reason))
        << reason.detail;
    EXPECT_EQ(first_element(outer.find("list")->raw), object);
    const SourceObject below = outer.object("below");
    ASSERT_EQ(below.members().size(), std::size(texts));
    for (std::size_t i = 0; i < std::size(texts); ++i) {
        EXPECT_EQ(below.members()[i].raw, texts[i]);
        EXPECT_EQ(below.members()[i].name, "same");
    }
}

TEST(ImportValues, NoNameStandsTwice) {
    RecordLine line;
    line.begin("here");
    line.add_text(Field::city, "Bonn");
    line.add_text(Field::city, "Paris");
    line.add_text(Field::state, "");
    line.keep("city", "1");
    line.keep("city", "2");
    line.keep("own", "3");
    line.keep("own", "4");
    line.keep("here:own", "5");
    EXPECT_TRUE(line.set_aside("city"));
    EXPECT_FALSE(line.set_aside("state"));
    std::string json;
    line.append_to(json);
    EXPECT_EQ(json, R"({"here:city 3":"Bonn","here:city":1,"here:city 2":2,"own":3,"here:own":4,"here:here:own":5})");
    json.clear();
    line.begin("again");
    line.append_to(json);
    EXPECT_EQ(json, "{}");
}

TEST(ImportValues, ListsAreCutAndTrimmed) {
    EXPECT_EQ(split_trimmed(" a ;; b c;", ';'), (std::vector<std::string_view>{"a", "b c"}));
    EXPECT_TRUE(split_trimmed("", ';').empty());
    EXPECT_TRUE(split_trimmed(" ; ", ';').empty());
}

TEST(ImportValues, Mapping) {
    const auto mapping = CsvMapping::parse(
        "# comment\r\n\n Shop = business_name\r\n\"A = B\" = x as list by space\nLat=lat\nF = social_media_links as "
        "profile x\n"
        "N = -\ncountry := US\nk := a as b as number\nL = l as list",
        "m");
    ASSERT_TRUE(mapping) << mapping.error().message;
    const auto& rules = mapping.value().rules;
    ASSERT_EQ(rules.size(), 8U);
    const auto is = [&](std::size_t i, const char* column, const char* constant, const char* field, CsvType type,
                        const char* argument) {
        const CsvRule& rule = rules[i];
        EXPECT_EQ(rule.column, column);
        EXPECT_EQ(rule.constant, constant);
        EXPECT_EQ(rule.field, field);
        EXPECT_EQ(rule.type, type) << i;
        EXPECT_EQ(rule.argument, argument);
    };
    is(0, "Shop", "", "business_name", CsvType::text, ";");
    is(1, "A = B", "", "x", CsvType::list, " ");
    is(2, "Lat", "", "lat", CsvType::number, ";");
    is(3, "F", "", "social_media_links", CsvType::profile, "x");
    is(4, "N", "", "", CsvType::text, ";");
    is(5, "", "US", "country", CsvType::text, ";");
    is(6, "", "a as b", "k", CsvType::number, ";");
    is(7, "L", "", "l", CsvType::list, ";");
}

TEST(ImportValues, MappingErrorsNameTheLine) {
    const std::pair<const char*, const char*> faults[] = {
        {"a", "m:1: expected \"COLUMN = FIELD\""},
        {"\n= x", "m:2: expected \"COLUMN = FIELD\""},
        {"a =", "m:1: expected the name of a field"},
        {"\"a = x", "m:1: a quote is missing"},
        {"\"a\" x", "m:1: expected \"COLUMN = FIELD\""},
        {"x :=", "m:1: expected \"FIELD := VALUE\""},
        {"a = x as y", "m:1: expected a type"},
        {"a = x as number 3", "m:1: expected nothing after the type"},
        {"a = x as list by", "m:1: expected one character"},
        {"a = x as list by ab", "m:1: expected one character"},
        {"a = x as profile", "m:1: expected a platform"},
    };
    for (const auto& [text, message] : faults) {
        const auto mapping = CsvMapping::parse(text, "m");
        ASSERT_FALSE(mapping) << text;
        EXPECT_EQ(mapping.error().message.find(message), 0U) << mapping.error().message;
    }
}

}  // namespace
}  // namespace bizrec::builder
