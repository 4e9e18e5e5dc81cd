
#include <gtest/gtest.h>

#include "lmdb_builder/import/importer.hpp"
#include "lmdb_builder/import/json_elements.hpp"
#include "lmdb_builder/import/record_check.hpp"
#include "lmdb_builder/import/source_object.hpp"
#include "t/unit/import/import_support.hpp"
#include "t/unit/support/catalog_fixture.hpp"

namespace bizrec::builder {
namespace {

/// Runs `lmdb_builder import json` on one element after another.
class MappedJson {
public:
    explicit MappedJson(std::string_view mapping, const std::string& name_space = "json")
        : importer_(make(mapping, name_space)), check_(machine_catalog()) {}

    /// The record without its id; or the code of the reject.
    std::string record(std::string_view element) {
        RejectReason reason;
        std::string json;
        if (!parser_.parse(element, object_, reason) ||
            importer_->convert(object_, parser_.raw(), line_, reason) != Imported::record ||
            !check_.check(
                line_, [](const RejectReason&) {}, json, reason)) {
            return reason.code;
        }
        id = json.substr(13, 36);
        return "{" + json.substr(std::min(json.size(), json.find(',', 49) + 1));
    }
    std::vector<std::string> never_found() const { return importer_->never_found(); }

    std::string id;

private:
    static std::unique_ptr<JsonImporter> make(std::string_view mapping, const std::string& name_space) {
        auto importer = make_json_importer(CsvMapping::parse(mapping, "map").value(), name_space, "");
        EXPECT_TRUE(importer) << importer.error().message;
        return std::move(importer).value();
    }

    std::unique_ptr<JsonImporter> importer_;
    RecordCheck check_;
    SourceParser parser_;
    SourceObject object_;
    RecordLine line_;
};

std::string mapped(std::string_view mapping, std::string_view element) {
    return MappedJson(mapping).record(element);
}

TEST(ImportJson, PathsReachIntoObjectsAndLists) {
    const std::string_view shop =
        R"({"no":7,"name":{"en":"Joe"},"addresses":[{"city":"Austin","zip":78701},{"city":"Reno"}],"x.y":"flat"})";
    const std::array<std::array<const char*, 2>, 9> cases = {{
        {"name.en = business_name", R"("business_name":"Joe")"},
        {"$.name.en = business_name", R"("business_name":"Joe")"},
        {"addresses[0].city = city", R"("city":"Austin")"},
        {"addresses[1].city = city", R"("city":"Reno")"},
        {"addresses[*].city = tags", R"("tags":["Austin","Reno"])"},
        {"addresses[*].city = business_name", R"("business_name":"Austin Reno")"},
        {"addresses[0].zip = zip_code", R"("zip_code":"78701")"},
        {"x.y = business_name", R"("business_name":"flat")"},
        {"name.en = business_name\naddresses[0].city = business_name", R"("business_name":"Joe Austin")"},
    }};
    for (const auto& [rule, member] : cases) {
        const std::string record = mapped("no = store_id\n" + std::string(rule), shop);
        EXPECT_NE(record.find(member), std::string::npos) << rule << ": " << record;
    }
    for (const char* const none :
         {"addresses[2].city = city", "addresses.city = city", "name[0] = city", "nam = city"}) {
        const std::string record = mapped("no = store_id\n" + std::string(none), shop);
        EXPECT_EQ(record.find("\"city\":\""), record.find("\"city\":\"Austin\"")) << none << ": " << record;
        EXPECT_EQ(record.find("business_name"), std::string::npos) << none;
    }
}

TEST(ImportJson, TypesAreThoseOfTheMapping) {
    const std::array<std::array<const char*, 3>, 11> cases = {{
        {"v = latitude", R"({"v":"30.20"})", R"("latitude":30.2)"},
        {"v = latitude", R"({"v":30.25})", R"("latitude":30.25)"},
        {"v = seats as number", R"({"v":"12"})", R"("seats":12)"},
        {"v = open as boolean", R"({"v":"yes"})", R"("open":true)"},
        {"v = open as boolean", R"({"v":false})", R"("open":false)"},
        {"v = tags as list by |", R"({"v":"a|b"})", R"("tags":["a","b"])"},
        {"v = tags", R"({"v":["a;b","c"]})", R"("tags":["a;b","c"])"},
        {"v = meta as json", R"({"v":{"a":[1]}})", R"("meta":{"a":[1]})"},
        {"v = social_media_links as profile facebook", R"({"v":"joes"})",
         R"("social_media_links":[{"platform":"facebook","url":"joes"}])"},
        {"v = social_media_links", R"({"v":["https://x.com/joes",{"platform":"facebook","url":"joes"}]})",
         R"("social_media_links":["https://x.com/joes",{"platform":"facebook","url":"joes"}])"},
        {"country := US", R"({"v":null})", R"("country":"US")"},
    }};
    for (const auto& [rule, element, member] : cases) {
        const std::string with_id = R"({"id":"1",)" + std::string(element).substr(1);
        const std::string record = mapped(rule, with_id);
        EXPECT_NE(record.find(member), std::string::npos) << rule << ": " << record;
    }
}

TEST(ImportJson, OwnNamesNeedNoMappingAndTheRestIsKept) {
    EXPECT_EQ(mapped("", R"({"id":"1","Business_Name":"Joe","city":"Austin","opening":{"mo":"9"},"none":null})"),
              R"({"source_ref":"1","business_name":"Joe","city":"Austin","opening":{"mo":"9"}})");
    EXPECT_EQ(mapped("internal = -\na = business_name", R"({"id":"1","internal":{"x":1},"a":"Joe"})"),
              R"({"source_ref":"1","business_name":"Joe"})");
    EXPECT_EQ(mapped("a.b = business_name", R"({"id":"1","a":{"b":"Joe","c":1}})"),
              R"({"source_ref":"1","business_name":"Joe","a":{"b":"Joe","c":1}})");
}

TEST(ImportJson, IdsFollowTheRuleOfCsv) {
    MappedJson shops("shop.no = store_id\nshop.branch = store_id", "example.com");
    EXPECT_NE(shops.record(R"({"shop":{"no":7,"branch":"b"}})").find(R"("source_ref":"7/b")"), std::string::npos);
    MappedJson own("");
    own.record(R"({"id":"9B87CF75-2c28-5b0c-a1de-5d0bd1c5d0f3","business_name":"Joe"})");
    EXPECT_EQ(own.id, "9b87cf75-2c28-5b0c-a1de-5d0bd1c5d0f3");
    EXPECT_EQ(own.record(R"({"id":12345678901234567890,"name":"Joe"})").substr(0, 37),
              R"({"source_ref":"12345678901234567890",)")
        << "as it is written";
    EXPECT_EQ(own.record(R"({"id":17.0,"name":"Joe"})").substr(0, 18), R"({"source_ref":"17")")
        << "of a table with gaps";
    EXPECT_EQ(own.record(R"({"name":"Joe"})"), "missing_id");
    for (const char* const rounded : {"1.23E+15", "1,23E+15", "1E+15"}) {
        EXPECT_EQ(own.record(R"({"id":")" + std::string(rounded) + "\"}"), "rounded_id") << rounded;
    }
    for (const char* const other : {"1.E+15", "E+15", "1E15", "1E+", "1E+1A"}) {
        EXPECT_NE(own.record(R"({"id":")" + std::string(other) + "\"}"), "rounded_id") << other;
    }
    EXPECT_EQ(MappedJson("no = store_id").record(R"({"id":"1","name":"Joe"})"), "missing_id") << "the mapping decides";
}

TEST(ImportJson, FeaturesAreReadByTheirProperties) {
    const std::string feature =
        R"({"type":"Feature","id":"f1","properties":{"title":"Joe","addr:city":"Austin"},"geometry":)";
    const std::string point = R"({"type":"Point","coordinates":[-97.7,30.2]}})";
    EXPECT_EQ(mapped("title = business_name\naddr:city = city", feature + point),
              R"({"source_ref":"f1","business_name":"Joe","city":"Austin","latitude":30.2,"longitude":-97.7})");
    EXPECT_EQ(mapped("properties.title = business_name", feature + "null}"),
              R"({"source_ref":"f1","business_name":"Joe","title":"Joe","addr:city":"Austin"})")
        << "a path from the feature is none that is taken as a whole";
    EXPECT_NE(mapped("", feature + R"({"type":"LineString","coordinates":[[1,2],[3,4]]}})").find("LineString"),
              std::string::npos);
}

TEST(ImportJson, PathsThatNothingHasAreNamed) {
    MappedJson shops("name = business_name\nadress.city = city\nfax = fax\n");
    shops.record(R"({"id":"1","name":"Joe","address":{"city":"Austin"}})");
    shops.record(R"({"id":"2","fax":"1"})");
    EXPECT_EQ(shops.never_found(), (std::vector<std::string>{"adress.city"}));
}

TEST(ImportJson, WhatIsNoPathIsRefused) {
    for (const char* const path : {"a..b", ".a", "a.", "[0]", "a[", "a[x]", "a[-1]", "a[0", "a[0]b", "a.[0]"}) {
        const auto mapping = CsvMapping::parse(std::string(path) + " = city", "map");
        EXPECT_FALSE(make_json_importer(mapping.value(), "json", "")) << path;
    }
    EXPECT_FALSE(make_json_importer(CsvMapping::parse("a.b = -", "map").value(), "json", ""));
}

std::vector<std::string> elements_of(std::string_view text, const JsonEnvelope& envelope) {
    PieceSource source(text, [] { return 3; });
    JsonElements elements(source, envelope);
    std::vector<std::string> found;
    std::string_view element;
    while (elements.next(element) == JsonElements::Next::element) {
        found.emplace_back(element);
    }
    return found;
}

TEST(ImportJson, OnlyACollectionIsTakenApart) {
    const JsonEnvelope geojson{"features", {}, "FeatureCollection"};
    EXPECT_EQ(elements_of(R"({"type":"FeatureCollection","name":"x","features":[{"a":1},{"b":2}]})", geojson).size(),
              2U);
    for (const char* const business :
         {R"({"name":"Joe","features":["wifi","bar"]})", R"({"type":"Cafe","features":["wifi","bar"]})",
          R"({"features":[{"a":1},{"b":2}]})", R"({"x":{"type":"FeatureCollection"},"features":["a","b"]})"}) {
        EXPECT_EQ(elements_of(business, geojson), std::vector<std::string>{business});
    }
    EXPECT_EQ(elements_of(R"({"page":1,"results":[{"a":1},{"b":2}]})", JsonEnvelope{"results"}).size(), 2U);
}

}  // namespace
}  // namespace bizrec::builder
