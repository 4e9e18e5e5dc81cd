#include <gtest/gtest.h>

#include "lmdb_builder/customers/record_columns.hpp"

namespace bizrec::builder {
namespace {

using Cells = std::vector<std::string>;

Cells cells_of(RecordColumns& columns, std::string record) {
    record.reserve(record.size() + simdjson::SIMDJSON_PADDING);
    std::vector<std::string_view> cells;
    return columns.cut(record, cells) ? Cells(cells.begin(), cells.end()) : Cells{"no object"};
}

TEST(RecordColumns, TakeTheFirstNameThatHolds) {
    RecordColumns columns({"business_name", "zip_code", "tags", "extra", "rating"});
    EXPECT_EQ(
        cells_of(
            columns,
            R"({"store_name":"Shop","business_name":"","postal_code":80331,"tags":["a",null,"b"],"extra":{"x":[1]},"rating":4.50})"),
        (Cells{"Shop", "80331", "a; b", R"({"x":[1]})", "4.5"}));
    EXPECT_EQ(cells_of(columns, R"({"brand_name":"Brand","store_name":"Shop"})"), (Cells{"Shop", "", "", "", ""}));
}

TEST(RecordColumns, TakeTextsAsJsonHasThem) {
    RecordColumns columns({"city", "city", "tags", "n"});
    EXPECT_EQ(cells_of(columns, R"({"city":"K\u00f6ln \"\\\"","tags":["",[],"\ud83d\ude00",[1,[2]]],"n":true})"),
              (Cells{"Köln \"\\\"", "Köln \"\\\"", "😀; 1; 2", "true"}));
    EXPECT_EQ(cells_of(columns, R"({"c\u0069ty":"Bonn","n":null,"tags":{}})"), (Cells{"Bonn", "Bonn", "{}", ""}))
        << "a name with an escape, and nothing of the record before";
}

/// The text of a number stands in a buffer of its own, which an empty list behind it must not take.
TEST(RecordColumns, KeepWhatAnotherNameGave) {
    RecordColumns columns({"zip_code"});
    EXPECT_EQ(cells_of(columns, R"({"postal_code":80331,"zipcode":[],"zip_code":""})"), Cells{"80331"});
}

TEST(RecordColumns, RefuseWhatIsNoObject) {
    RecordColumns columns({"city"});
    for (const char* record : {"", "[]", "1", "\"city\"", R"({"city":"Bonn")", R"({"city":})", "{\"city\":\"\xFF\"}"}) {
        EXPECT_EQ(cells_of(columns, record), Cells{"no object"}) << record;
    }
    EXPECT_EQ(cells_of(columns, "{}"), Cells{""});
}

}  // namespace
}  // namespace bizrec::builder
