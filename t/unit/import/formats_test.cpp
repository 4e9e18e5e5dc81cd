#include <simdjson.h>

#include <random>

#include "lmdb_builder/import/csv_records.hpp"
#include "lmdb_builder/import/importer.hpp"
#include "lmdb_builder/import/record_check.hpp"
#include "lmdb_builder/import/source_object.hpp"
#include "t/unit/import/import_support.hpp"
#include "t/unit/support/catalog_fixture.hpp"

namespace bizrec::builder {
namespace {

/// Converts one element with one importer, as `lmdb_builder import` does.
class Converter {
public:
    explicit Converter(std::unique_ptr<JsonImporter> importer)
        : importer_(std::move(importer)), check_(machine_catalog()) {}

    /// Returns the record, or "closed" if the business is closed, or the code of the reject.
    std::string convert(const std::string& element) {
        RejectReason reason;
        if (!parser_.parse(element, object_, reason)) {
            return reason.code;
        }
        const Imported imported = importer_->convert(object_, parser_.raw(), line_, reason);
        if (imported != Imported::record) {
            return imported == Imported::closed ? "closed" : reason.code;
        }
        std::string json;
        aside.clear();
        const auto note = [this](const RejectReason& why) { aside += why.field + " "; };
        return check_.check(line_, note, json, reason) ? json : reason.code;
    }

    std::string aside;  ///< fields set aside by the last call

private:
    std::unique_ptr<JsonImporter> importer_;
    RecordCheck check_;
    SourceParser parser_;
    SourceObject object_;
    RecordLine line_;
};

std::string feature(const std::string& properties, const std::string& geometry = "null") {
    return R"({"type":"Feature","id":"f","properties":{)" + properties + R"(},"geometry":)" + geometry + "}";
}

TEST(ImportFormats, AllThePlacesThatAreOver) {
    Converter convert(make_alltheplaces_importer());
    const auto outcome = [&](const char* end_date) {
        return convert.convert(feature(R"("ref":"1","@spider":"s","end_date":")" + std::string(end_date) + "\""));
    };
    EXPECT_EQ(outcome("yes"), "closed");
    EXPECT_EQ(outcome("2020-01-31"), "closed");
    EXPECT_NE(outcome("2999-01-31"), "closed") << "a closure that is planned";
    EXPECT_NE(outcome("no"), "closed");
}

TEST(ImportFormats, WhatNoFieldTakesIsSetAside) {
    Converter convert(make_alltheplaces_importer());
    const std::string record = convert.convert(feature(
        R"("ref":"1","@spider":"s","name":"a\u0000b","phone":[1],"addr:country":"Atlantis","addr:city":["x"],"contact:facebook":"f\u0000")",
        R"({"type":"Point","coordinates":[200,91]})"));
    EXPECT_EQ(convert.aside, "business_name social_media_links[0].url country latitude longitude phone[0] ");
    for (const char* const kept :
         {R"("alltheplaces:business_name":"a\u0000b")", R"("alltheplaces:country":"Atlantis")", R"("addr:city":["x"])",
          R"("alltheplaces:phone":[1])", R"("alltheplaces:latitude":91)", R"("alltheplaces:longitude":200)"}) {
        EXPECT_NE(record.find(kept), std::string::npos) << kept << " in " << record;
    }
}

TEST(ImportFormats, ElementsOfOtherShapesAreNamed) {
    Converter atp(make_alltheplaces_importer());
    EXPECT_EQ(atp.convert("{}"), "not_a_feature");
    EXPECT_EQ(atp.convert(R"({"properties":[]})"), "not_a_feature");
    EXPECT_EQ(atp.convert(R"({"properties":{"@spider":"s"}})"), "missing_id");
    EXPECT_EQ(atp.convert("[]"), "not_an_object");
    EXPECT_EQ(atp.convert("{\"a\":\"\xFF\"}"), "invalid_utf8");
    Converter overture(make_overture_importer());
    EXPECT_EQ(overture.convert("{}"), "missing_id");
    EXPECT_EQ(overture.convert(R"({"id":null})"), "missing_id");
    Converter foursquare(make_foursquare_importer());
    EXPECT_EQ(foursquare.convert(R"({"fsq_place_id":""})"), "missing_id");
}

TEST(ImportFormats, OvertureGeometries) {
    Converter convert(make_overture_importer());
    const auto position = [&](const std::string& members) {
        const std::string record = convert.convert(R"({"id":"1",)" + members + "}");
        const std::size_t at = record.find("\"latitude\":");
        return at == std::string::npos ? std::string()
                                       : record.substr(at, record.find_first_of("},", record.find("longitude")) - at);
    };
    const std::string wanted = R"("latitude":2.5,"longitude":1.5)";
    EXPECT_EQ(position(R"j("geometry":"POINT (1.5 2.5)","bbox":{"xmin":9,"ymin":9})j"), wanted);
    EXPECT_EQ(position(R"("geometry":{"type":"Point","coordinates":[1.5,2.5]})"), wanted);
    EXPECT_EQ(position(R"("geometry":"{\"type\":\"Point\",\"coordinates\":[1.5,2.5]}")"), wanted) << "ST_AsGeoJSON";
    EXPECT_EQ(position(R"("geometry":"0101000000000000000000F83F0000000000000440")"), wanted);
    EXPECT_EQ(position(R"("lat":2.5,"lon":1.5,"bbox":{"xmin":9,"ymin":9})"), wanted);
    EXPECT_EQ(position(R"("bbox":{"xmin":1.5,"xmax":1.5,"ymin":2.5,"ymax":2.5})"), wanted);
    EXPECT_EQ(position(R"j("bbox":null,"geometry":"POLYGON ((0 0))")j"), "");
    const std::string in_feature = convert.convert(
        R"({"type":"Feature","id":"1","geometry":{"type":"Point","coordinates":[1.5,2.5]},"properties":{"names":{"primary":"n"}}})");
    EXPECT_NE(in_feature.find(wanted), std::string::npos) << in_feature;
    EXPECT_NE(in_feature.find(R"("business_name":"n")"), std::string::npos);
}

/// An export through CSV turns lists and structs into texts. Such texts must be refused, because the records would have
/// no names.
TEST(ImportFormats, ListsAndStructsThatAreTextsAreRefused) {
    Converter overture(make_overture_importer());
    for (const char* const column :
         {R"("names":"{'primary': Joe, 'common': NULL}")", R"("names":"{\"primary\":\"Joe\"}")",
          R"("websites":"[https://joes.com]")", R"("addresses":"[{'freeform': 1 Oak, 'country': US}]")",
          R"("categories":"{'primary': pizza_restaurant}")", R"("taxonomy":"{'primary': pizza_restaurant}")",
          R"("socials":"[https://facebook.com/joes]")", R"("emails":"[]")", R"("phones":"[+1 555]")",
          R"("brand":"{'names': NULL}")"}) {
        EXPECT_EQ(overture.convert(R"({"id":"1",)" + std::string(column) + "}"), "flattened_column") << column;
    }
    Converter foursquare(make_foursquare_importer());
    EXPECT_EQ(foursquare.convert(R"({"fsq_place_id":"1","fsq_category_labels":"[Dining and Drinking > Bar]"})"),
              "flattened_column");
    for (const char* const column : {R"("names":{"primary":"[Joe]"})", R"("names":null)", R"("websites":"")",
                                     R"("websites":"https://joes.com")", R"("confidence":"[x]")"}) {
        EXPECT_EQ(overture.convert(R"({"id":"1",)" + std::string(column) + "}")[0], '{') << column;
    }
    EXPECT_EQ(foursquare.convert(R"({"fsq_place_id":"1","name":"[Joe]"})")[0], '{');
}

/// For any extra fields in a source: each value is in the record, under some name, and the builder accepts it.
TEST(ImportFormats, NothingIsLost) {
    constexpr unsigned seed = 3;
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const std::string names[] = {"name",      "brand",      "addr:city", "addr:country", "addr:postcode",  "phone",
                                 "email",     "website",    "shop",      "state",        "tags",           "store_id",
                                 "source",    "x",          "latitude",  "operator",     "brand:wikidata", "geometry",
                                 "addr:full", "addr:street"};
    Converter convert(make_alltheplaces_importer());
    for (int round = 0; round < 2000; ++round) {
        std::string properties = R"("ref":"r","@spider":"s")";
        std::vector<std::string> values;
        for (std::size_t count = random() % 12; count > 0; --count) {
            const std::string mark = "v" + std::to_string(values.size()) + "v";
            const std::string shapes[] = {"\"" + mark + "\"", "[\"" + mark + "\"]", "{\"" + mark + "\":1.0}", "\"US\"",
                                          std::to_string(1000 + values.size()) + "e2"};
            values.push_back(shapes[random() % std::size(shapes)]);
            properties += ",\"" + names[random() % std::size(names)] + "\":" + values.back();
        }
        const std::string record = convert.convert(feature(properties));
        ASSERT_EQ(record[0], '{') << record << " from " << properties;
        for (const std::string& value : values) {
            ASSERT_NE(record.find(value), std::string::npos) << value << " of " << properties << " in " << record;
        }
        simdjson::dom::parser parser;
        ASSERT_EQ(parser.parse(record).error(), simdjson::SUCCESS);
    }
}

TEST(ImportFormats, CsvCells) {
    auto mapping = CsvMapping::parse(
        "n = store_id\nb = brand_id\nt = tags as list by |\nt2 = tags\nj = j as json\nf = f as boolean\n"
        "s = social_media_links\nx = social_media_links as profile x\nk := 1 as number\n",
        "m");
    ASSERT_TRUE(mapping);
    CsvRecords records(std::move(mapping).value(), "csv");
    const std::vector<std::string_view> header = {"n", "b", "t", "t2", "j", "f", "s", "x", "city", "lat", ""};
    ASSERT_TRUE(records.bind(header));
    const auto convert = [&](const std::vector<std::string_view>& cells) {
        RecordLine line;
        RejectReason reason;
        std::string json;
        std::string text;
        for (const std::string_view cell : cells) {
            text += cell;
        }
        if (records.convert(cells, text, line, reason) != Imported::record) {
            return reason.code;
        }
        line.append_to(json);
        return json;
    };
    const std::string id = R"({"store_id":"0b9f1f3e-5f0a-4c57-9d2e-1f6f0c1a7b11")";
    const std::string_view uuid = "0B9F1F3E-5F0A-4C57-9D2E-1F6F0C1A7B11";
    EXPECT_EQ(
        convert({uuid, "Q42", "a| b |a", "c;d", "[1, 2]", "N", "fb.com/a", "@b; @c", " Ulm ", "1.50", "kept "}),
        id + R"(,"brand_id":"f6962396-cbbb-5ae2-84c0-56327c5c3682")" +
            R"(,"tags":["a","b","c","d"],"j":[1,2],"f":false,"social_media_links":["fb.com/a",{"platform":"x","url":"@b"},)" +
            R"({"platform":"x","url":"@c"}],"k":1,"city":"Ulm","lat":1.5,"column 11":"kept "})");
    EXPECT_EQ(convert({uuid, "", "|", "", "{no", "perhaps", "", "", "", "north", ""}),
              id + R"(,"j":"{no","f":"perhaps","k":1,"lat":"north"})");
    EXPECT_EQ(convert({"", "", "", "", "", "", "", "", "", "", ""}), "missing_id");
    EXPECT_EQ(convert({uuid}), "wrong_cell_count");
    EXPECT_EQ(convert({uuid, "\xE9", "", "", "", "", "", "", "", "", ""}), "invalid_utf8");
}

}  // namespace
}  // namespace bizrec::builder
