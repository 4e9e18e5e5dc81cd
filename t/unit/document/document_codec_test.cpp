#include <gtest/gtest.h>

#include <string>

#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

Document full_document() {
    Document d;
    d.columns.id.fill(0xAB);
    d.columns.position = {407000000, -740000000};
    d.columns.num_stores = 12;
    d.columns.reviews = 345;
    d.columns.opened = -86400;
    d.columns.refreshed = 1700000000;
    d.columns.rating = 4.5F;
    d.columns.quality = 200;
    d.columns.price_tier = 3;
    d.columns.ownership = 4;
    d.columns.flags = 7;
    d.place = {"US", "US-NY", "newyork", "10001"};
    d.keys = {"example.com",
              "shop.example.com",
              "ny",
              "",
              true,
              false,
              true,
              {"example.de"},
              {"facebook:a", "google_cid:1"},
              ""};
    d.has_brand = true;
    d.brand.fill(0xCD);
    d.name = "example";
    d.trades = "coffee shop\n";
    d.json = R"({"id":"x"})";
    d.place_id = "ChIJ";
    d.terms = std::string("\0\1\2", 3);
    return d;
}

void decode_all(std::string_view bytes, Document& out) {
    out.terms = decode_facts(bytes, out);
    out.json = json_of(bytes);
}

TEST(DocumentCodec, GivesBackEveryField) {
    const Document d = full_document();
    TextBuffer bytes;
    encode_document(d, bytes);
    Document out;
    out.keys.others = {"left", "over", "from before"};
    decode_all(bytes.text(), out);
    TextBuffer again;
    encode_document(out, again);
    EXPECT_EQ(again.text(), bytes.text());
    EXPECT_EQ(out.columns.id, d.columns.id);
    EXPECT_EQ(out.columns.position.latitude, d.columns.position.latitude);
    EXPECT_EQ(out.columns.position.longitude, d.columns.position.longitude);
    EXPECT_EQ(out.columns.num_stores, d.columns.num_stores);
    EXPECT_EQ(out.columns.reviews, d.columns.reviews);
    EXPECT_EQ(out.columns.opened, d.columns.opened);
    EXPECT_EQ(out.columns.refreshed, d.columns.refreshed);
    EXPECT_EQ(out.columns.rating, d.columns.rating);
    EXPECT_EQ(out.columns.quality, d.columns.quality);
    EXPECT_EQ(out.columns.price_tier, d.columns.price_tier);
    EXPECT_EQ(out.columns.ownership, d.columns.ownership);
    EXPECT_EQ(out.columns.flags, d.columns.flags);
    EXPECT_EQ(out.columns.founded_year, d.columns.founded_year);
    EXPECT_EQ(out.name, "example");
    EXPECT_EQ(out.trades, "coffee shop\n");
    EXPECT_EQ(out.place.country, "US");
    EXPECT_EQ(out.place.state, "US-NY");
    EXPECT_EQ(out.place.city, "newyork");
    EXPECT_EQ(out.place.postal_code, "10001");
    EXPECT_EQ(out.keys.website, "example.com");
    EXPECT_EQ(out.keys.host, "shop.example.com");
    EXPECT_EQ(out.keys.path, "ny");
    EXPECT_TRUE(out.keys.is_domain);
    EXPECT_EQ(out.keys.others, d.keys.others);
    EXPECT_TRUE(out.has_brand);
    EXPECT_EQ(out.brand, d.brand);
    EXPECT_EQ(out.place_id, d.place_id);
    EXPECT_EQ(out.terms, d.terms);
    EXPECT_EQ(out.json, d.json);
}

TEST(DocumentCodec, BytesCompareAsTheJsonDoes) {
    Document a = full_document();
    Document b = full_document();
    a.json = R"({"id":"x","v":1})";
    b.json = R"({"id":"x","v":10})";
    a.columns.id.fill(0xFF);
    b.columns.id.fill(0x00);
    TextBuffer bytes_a, bytes_b;
    encode_document(a, bytes_a);
    encode_document(b, bytes_b);
    EXPECT_EQ(bytes_a.text() < bytes_b.text(), a.json < b.json);
}

TEST(DocumentCodec, RefusesBytesThatEndTooEarly) {
    TextBuffer bytes;
    encode_document(full_document(), bytes);
    Document out;
    for (std::size_t size = 0; size < 4; ++size) {
        EXPECT_THROW(decode_facts(bytes.text().substr(0, size), out), BuildFailure);
    }
    std::string lying(bytes.text());
    lying.replace(lying.size() - 4, 4, "\xFF\xFF\xFF\x7F");
    EXPECT_THROW(decode_facts(lying, out), BuildFailure);
}

TEST(DocumentCodec, AFoundingYearTakesTwoBytesAndOthersNone) {
    Document d = full_document();
    TextBuffer without, with, moved;
    encode_document(d, without);
    d.columns.founded_year = 1987;
    encode_document(d, with);
    EXPECT_EQ(with.size(), without.size() + 2);

    Document out;
    decode_facts(with.text(), out);
    EXPECT_EQ(out.columns.founded_year, 1987);
    EXPECT_EQ(out.columns.flags, 7);
    replace_location(with.text(), out.columns, out.place, moved);
    EXPECT_EQ(moved.text(), with.text());
    decode_facts(without.text(), out);  // `out` still has the year 1987
    EXPECT_EQ(out.columns.founded_year, 0);
    out.columns.founded_year = 1987;
    decode_location(without.text(), out.columns, out.place);
    EXPECT_EQ(out.columns.founded_year, 0);
    EXPECT_EQ(json_of(with.text()), json_of(without.text()));
}

}  // namespace
}  // namespace bizrec::builder
