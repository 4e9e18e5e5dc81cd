#include <gtest/gtest.h>
#include <simdjson.h>

#include "lmdb_builder/customers/clue_columns.hpp"
#include "lmdb_builder/customers/enrich_customers.hpp"
#include "lmdb_builder/customers/table_output.hpp"

namespace bizrec::builder {
namespace {

ClueColumns found(const std::vector<std::string>& header, const ClueColumns::Named& named = {}) {
    auto columns = ClueColumns::find(header, named);
    EXPECT_TRUE(columns) << (columns ? "" : columns.error().message);
    return std::move(columns).value();
}

TEST(ClueColumns, NamesOfExportsAreKnown) {
    const ClueColumns columns =
        found({"Name", "E-Mail", "COMPANY_DOMAIN-NAME", "Billing Zip/Postal Code", "Billing City", "Lat", "LNG"});
    EXPECT_EQ(columns.column(Clue::website), 2U) << "a website before an address of mail";
    EXPECT_EQ(columns.column(Clue::city), 4U);
    EXPECT_EQ(columns.column(Clue::zip_code), ClueColumns::none);
    EXPECT_EQ(columns.column(Clue::latitude), 5U);
    EXPECT_EQ(columns.column(Clue::longitude), 6U);
    EXPECT_EQ(columns.column(Clue::profile), ClueColumns::none);
    EXPECT_EQ(found({"Email"}).column(Clue::website), 0U);
}

TEST(ClueColumns, OptionsNameOthers) {
    ClueColumns::Named named;
    named[static_cast<std::size_t>(Clue::website)] = "their page";
    named[static_cast<std::size_t>(Clue::city)] = "-";
    const ClueColumns columns = found({"Website", "Their Page", "City"}, named);
    EXPECT_EQ(columns.column(Clue::website), 1U);
    EXPECT_EQ(columns.column(Clue::city), ClueColumns::none);
    named[static_cast<std::size_t>(Clue::website)] = "missing";
    EXPECT_FALSE(ClueColumns::find({"Website"}, named));
    named[static_cast<std::size_t>(Clue::website)] = "-";
    EXPECT_FALSE(ClueColumns::find({"Website"}, named)) << "neither website nor profile";
}

TEST(ClueRequest, IsValidJsonOfWhatTheRowHas) {
    const auto body_of = [](Clues clues, bool with_place) {
        std::string body;
        write_request(clues, with_place, "DE", body);
        simdjson::dom::parser parser;
        EXPECT_EQ(parser.parse(body).error(), simdjson::SUCCESS) << body;
        return body;
    };
    Clues clues;
    clues.text(Clue::website) = "a\"b\\c";
    EXPECT_EQ(body_of(clues, false), R"({"website":"a\"b\\c","limit":1,"estimate_total":true})");
    EXPECT_FALSE(clues.has_place());
    clues.text(Clue::city) = "Köln";
    EXPECT_TRUE(clues.has_place());
    EXPECT_EQ(body_of(clues, true),
              R"({"website":"a\"b\\c","location":{"country":"DE","city":"Köln"},"limit":1,"estimate_total":true})");
    clues.text(Clue::latitude) = "50.5";
    EXPECT_EQ(body_of(clues, true).find("lat"), std::string::npos) << "half a position";
    clues.text(Clue::longitude) = "east";
    EXPECT_EQ(body_of(clues, true).find("lat"), std::string::npos);
    clues.text(Clue::longitude) = "-7";
    EXPECT_NE(body_of(clues, true).find(R"("lat":50.5,"long":-7)"), std::string::npos);
    EXPECT_EQ(body_of(Clues(), true), R"({"location":{"country":"DE"},"limit":1,"estimate_total":true})");
}

TEST(CsvCell, IsReadAsItWas) {
    const auto cell = [](std::string_view text, char delimiter) {
        TextBuffer out;
        append_csv_cell(out, text, delimiter);
        return std::string(out.text());
    };
    EXPECT_EQ(cell("plain; text", ','), "plain; text");
    EXPECT_EQ(cell("plain; text", ';'), "\"plain; text\"");
    EXPECT_EQ(cell("a \"b\"", ','), "\"a \"\"b\"\"\"");
    EXPECT_EQ(cell("a\nb", ','), "\"a\nb\"");
    EXPECT_EQ(cell("", ','), "");
}

TEST(CustomerTable, ReasonsAreCountedWithoutWhatTheyQuote) {
    const auto counted = [](std::string_view reason) {
        std::string out = "before";
        without_quotes(reason, out);
        return out;
    };
    EXPECT_EQ(counted(R"(website: cannot use "x": it is a single word; as in "example.com")"),
              R"(website: cannot use "…")");
    EXPECT_EQ(counted("a short link"), "a short link");
    EXPECT_EQ(counted("5\" wide"), "5\" wide");
}

TEST(CustomerTable, FormatIsToldByTheName) {
    EXPECT_EQ(table_format_of("a.jsonl.gz"), TableFormat::json_lines);
    EXPECT_EQ(table_format_of("a.ndjson"), TableFormat::json_lines);
    EXPECT_EQ(table_format_of("a.csv.zst"), TableFormat::csv);
    EXPECT_EQ(table_format_of("-"), TableFormat::csv);
}

}  // namespace
}  // namespace bizrec::builder
