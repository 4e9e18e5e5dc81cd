#include "bizrec/format/meta.hpp"
#include "bizrec/format/columns.hpp"

#include <gtest/gtest.h>

#include <string>

namespace bizrec::format {
namespace {

Meta example() {
    Meta meta;
    meta.identity_rules = 7;
    meta.documents = 4'294'967'294;
    meta.identity_keys = 2;
    meta.shared_domains = 3;
    meta.countries = 4;
    meta.states = 5;
    meta.cities = 6;
    meta.postal_codes = 7;
    meta.content_bytes = 18'446'744'073'709'551'615U;
    meta.analyser = 8;
    meta.terms = 9;
    meta.vocabulary_words = 10;
    meta.text.words = {11, 12, 13, 14, 15};
    meta.suffix_list_version = "2026-08-19_07-00 \"é\" \\ \n\x01";
    for (std::size_t i = 1; i < section_count; ++i) {
        meta.sections[i] = {static_cast<std::uint32_t>(i), i * 4080, 0xFEDCBA9876543210U + i};
    }
    return meta;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(Meta, RoundTrips) {
    Meta meta = example();
    meta.version = newest_format_version;  // this version has all sections
    const auto again = read_meta(write_meta(meta));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again.value().version, newest_format_version);
    EXPECT_EQ(again.value().identity_rules, 7U);
    EXPECT_EQ(again.value().documents, meta.documents);
    EXPECT_EQ(again.value().postal_codes, 7U);
    EXPECT_EQ(again.value().analyser, 8U);
    EXPECT_EQ(again.value().terms, 9U);
    EXPECT_EQ(again.value().vocabulary_words, 10U);
    EXPECT_EQ(again.value().text.words, meta.text.words);
    EXPECT_EQ(again.value().text.documents, meta.documents);
    EXPECT_EQ(again.value().content_bytes, meta.content_bytes);
    EXPECT_EQ(again.value().suffix_list_version, meta.suffix_list_version);
    for (std::size_t i = 1; i < section_count; ++i) {
        EXPECT_EQ(again.value().sections[i].chunks, meta.sections[i].chunks);
        EXPECT_EQ(again.value().sections[i].bytes, meta.sections[i].bytes);
        EXPECT_EQ(again.value().sections[i].checksum, meta.sections[i].checksum);
    }
    EXPECT_EQ(write_meta(again.value()), write_meta(meta));
}

/// The server sends `data_date` in a header without escaping, so only a valid date or no date is accepted.
TEST(Meta, TheDayOfTheDataIsADayOrNotThere) {
    Meta meta = example();
    EXPECT_EQ(write_meta(meta).find("data_date"), std::string::npos);
    EXPECT_EQ(read_meta(write_meta(meta)).value().data_date, "");
    meta.data_date = "2026-02-28";
    EXPECT_EQ(read_meta(write_meta(meta)).value().data_date, "2026-02-28");
    for (const char* bad :
         {"2026-02-29", "2026-2-28", "2026-02-28\r\nX: 1", "2026-02-28 ", "28.02.2026", "today", ""}) {
        EXPECT_FALSE(is_data_date(bad)) << bad;
        meta.data_date = bad;
        const auto read = read_meta(write_meta(meta));
        ASSERT_EQ(static_cast<bool>(read), *bad == '\0') << bad;
        if (!read) {
            EXPECT_EQ(read.error().message, "section meta: \"data_date\" is no day such as 2026-11-22");
        }
    }
    meta.data_date = "2026-02-28";
    EXPECT_FALSE(read_meta(replaced(write_meta(meta), "\"2026-02-28\"", "20260228")));
}

TEST(Meta, OrderOfFieldsIsStable) {
    const std::string json = write_meta(Meta{});
    EXPECT_EQ(
        json.rfind(R"({"version":5,"identity_rules":0,"analyser":0,"documents":0,"identity_keys":0,"shared_domains":0,)"
                   R"("countries":0,"states":0,"cities":0,"postal_codes":0,"content_bytes":0,)"
                   R"("terms":0,"vocabulary_words":0,"name_field_words":0,"category_field_words":0,)"
                   R"("place_field_words":0,"domain_field_words":0,"text_field_words":0,)"
                   R"("suffix_list_version":"","sections":{"dictionary":{"chunks":0,"bytes":0,)"
                   R"("checksum":"0000000000000000"},"content":)",
                   0),
        0U)
        << json;
}

TEST(Meta, TrailingZeroPaddingIsAllowed) {
    EXPECT_TRUE(read_meta(write_meta(example()) + std::string(4096, '\0')));
}

TEST(Meta, TextThatIsNoUtf8IsStillReadable) {
    Meta meta = example();
    meta.suffix_list_version = "v\xFF\xC3";
    const auto again = read_meta(write_meta(meta));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again.value().suffix_list_version, "v\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Meta, ErrorsNameTheField) {
    const std::string good = write_meta(example());
    struct Case {
        std::string json;
        const char* names;
    };
    for (const Case& c : {Case{"", "0 bytes"},
                          Case{std::string(10, '\0'), "0 bytes"},
                          Case{"{", "no JSON"},
                          Case{"[]", "version"},
                          Case{"{}", "version"},
                          Case{"null", "version"},
                          Case{good + "x", "no JSON"},
                          Case{std::string((1U << 20) + 1, ' '), "1048577 bytes"},
                          Case{replaced(good, "\"version\":5", "\"version\":4294967296"), "version"},
                          Case{replaced(good, "\"identity_rules\":7", "\"identity_rules\":\"7\""), "identity_rules"},
                          Case{replaced(good, "\"documents\":4294967294", "\"documents\":-1"), "documents"},
                          Case{replaced(good, "\"documents\":4294967294", "\"documents\":1.5"), "documents"},
                          Case{replaced(good, "\"cities\":6,", ""), "cities"},
                          Case{replaced(good, "\"analyser\":8", "\"analyser\":4294967296"), "analyser"},
                          Case{replaced(good, "\"domain_field_words\":14,", ""), "domain_field_words"},
                          Case{replaced(good, "\"suffix_list_version\":", "\"x\":"), "suffix_list_version"},
                          Case{replaced(good, "\"sections\":", "\"x\":"), "sections"},
                          Case{replaced(good, "\"uuid\":", "\"x\":"), "sections.uuid"},
                          Case{replaced(good, "fedcba9876543211", "fedcba987654321"), "sections.dictionary"},
                          Case{replaced(good, "fedcba9876543211", "FEDCBA9876543211"), "sections.dictionary"}}) {
        const auto meta = read_meta(c.json);
        ASSERT_FALSE(meta) << c.json.substr(0, 200);
        EXPECT_NE(meta.error().message.find(c.names), std::string::npos) << meta.error().message;
    }
}

TEST(Meta, EveryPrefixIsRefused) {
    const std::string good = write_meta(example());
    for (std::size_t size = 0; size < good.size(); ++size) {
        EXPECT_FALSE(read_meta(std::string_view(good).substr(0, size))) << size;
    }
}

TEST(Meta, AByteOrderMarkIsRefused) {
    EXPECT_FALSE(read_meta("\xEF\xBB\xBF" + write_meta(example())));
}

TEST(Meta, DeepNestingIsRefused) {
    EXPECT_FALSE(read_meta(std::string(100000, '[')));
}

}  // namespace
}  // namespace bizrec::format
