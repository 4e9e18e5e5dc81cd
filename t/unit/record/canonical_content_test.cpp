// Canonical content has the names and shapes of the specification, and everything else unchanged.
#include "lmdb_builder/record/canonical_content.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "lmdb_builder/record/record_parser.hpp"
#include "t/unit/support/catalog_fixture.hpp"
#include "t/unit/support/rules.hpp"

namespace bizrec::builder {
namespace {

const std::string id = R"("store_id":"8140d7ef-382a-5649-b391-841fe8febcfb")";

const format::Rules& made_rules() {
    static const format::Rules rules = rules_with("com\nexample\n");
    return rules;
}

struct Rewritten {
    std::string json;
    DifferenceCounts counts;
    Record record;
};

/// Parses `line`, a record that must be kept, and gives it canonical content.
Rewritten rewrite(const std::string& line, std::size_t max_bytes = RecordParser::default_max_bytes) {
    CanonicalContent canonical(made_rules());
    RecordParser parser(machine_catalog(), max_bytes, &canonical);
    Rewritten done;
    RejectReason reason;
    EXPECT_TRUE(parser.parse(line, done.record, reason)) << line << ": " << reason.field << ' ' << reason.detail;
    done.json = done.record.json;
    done.counts = canonical.counts();
    return done;
}

std::uint64_t count(const Rewritten& of, Difference difference) {
    return of.counts[static_cast<std::size_t>(difference)];
}

std::uint64_t sum(const Rewritten& of) {
    std::uint64_t all = 0;
    for (const std::uint64_t one : of.counts) {
        all += one;
    }
    return all;
}

void expect(const std::string& members, const std::string& content, Difference difference, std::uint64_t times = 1) {
    const Rewritten done = rewrite("{" + id + "," + members + "}");
    EXPECT_EQ(done.json, "{" + id + (content.empty() ? "" : ",") + content + "}");
    EXPECT_EQ(count(done, difference), times) << members;
    EXPECT_EQ(sum(done), times) << members;
}

TEST(CanonicalContent, WhatIsCanonicalStaysByteForByte) {
    for (
        const std::string members :
        {R"("business_name":"A\u0042 \"q\" \/","x":[1.10,1e3,-0.0,123456789012345678901234567890,"null"],"y":{"z":{}})",
         R"("zip_code":"1","zipcode":"2","country":"DE","ownership_type":"CHAIN","latitude":1.50,"longitude":-2e0)",
         R"("social_media_links":[{"url":"https://facebook.com/a","platform":"facebook","more":1}],"tags":[])",
         R"("website":"","city":" ","ownership_type":"something else","social_media_links":[])"}) {
        const Rewritten done = rewrite("{" + id + "," + members + "}");
        EXPECT_EQ(done.json, "{" + id + "," + members + "}");
        EXPECT_EQ(sum(done), 0U) << members;
    }
}

TEST(CanonicalContent, AliasesGetTheirNames) {
    constexpr auto renamed = Difference::renamed_fields;
    expect(R"("website":"a.example","a":1)", R"("website_url":"a.example","a":1)", renamed);
    expect(R"("postal_code":"1")", R"("zip_code":"1")", renamed);
    expect(R"("zipcode":"1","postal_code":"2")", R"("zip_code":"1","postal_code":"2")", renamed);
    expect(R"("lat":1.50,"lng":2)", R"("latitude":1.50,"longitude":2)", renamed, 2);
    expect(R"("has_valid_website":true)", R"("website_status":true)", renamed);
    expect(R"("updated_at":"2024-05-31")", R"("info_refreshed_at":"2024-05-31")", renamed);
    expect(R"("zip\u0063ode":"1")", R"("zip_code":"1")", renamed);
    const Rewritten by_id = rewrite(R"({"id":"8140D7EF-382a-5649-b391-841fe8febcfb"})");
    EXPECT_EQ(by_id.json, "{" + id + "}");
    EXPECT_EQ(count(by_id, renamed) + count(by_id, Difference::lower_case_ids), 2U);
}

/// "zip_code":"" with "zipcode":"1" must not become two fields with the same name.
TEST(CanonicalContent, ABlankFieldGivesItsNameToItsAlias) {
    const Rewritten done = rewrite("{" + id + R"(,"zip_code":" ","zipcode":"1"})");
    EXPECT_EQ(done.json, "{" + id + R"(,"zip_code":"1"})");
    EXPECT_EQ(count(done, Difference::removed_nulls), 1U);
    EXPECT_EQ(count(done, Difference::renamed_fields), 1U);
    EXPECT_EQ(rewrite("{" + id + R"(,"zipcode":"1","zip_code":null})").json, "{" + id + R"(,"zip_code":"1"})");
}

TEST(CanonicalContent, NullsAreRemovedAtAnyDepth) {
    constexpr auto removed = Difference::removed_nulls;
    expect(R"("a":null,"b":[null,1,null,[null]],"c":{"d":null,"e":"null","f":{"g":null}})",
           R"("b":[1,[]],"c":{"e":"null","f":{}})", removed, 6);
    expect(R"("city":null)", "", removed);
    expect(R"("a\"null":{"b":null})", R"("a\"null":{})", removed);
    expect(R"("business_categories":["cafe",null])", R"("business_categories":["cafe"])", removed);
}

TEST(CanonicalContent, CodesAndIds) {
    expect(R"("country":"Germany")", R"("country":"DE")", Difference::country_codes);
    expect(R"("country":"us")", R"("country":"US")", Difference::country_codes);
    expect(R"("ownership_type":"Chain")", R"("ownership_type":"CHAIN")", Difference::ownership_types);
    expect(R"("brand_id":"BA203253-1607-5A80-A8D8-FD52D9FE583F")",
           R"("brand_id":"ba203253-1607-5a80-a8d8-fd52d9fe583f")", Difference::lower_case_ids);
}

TEST(CanonicalContent, SocialLinksHaveOneShape) {
    constexpr auto reshaped = Difference::reshaped_social_links;
    const auto links = [](const std::string& value) { return "\"social_media_links\":" + value; };
    expect(
        links(R"({"facebook":"https://facebook.com/joes","instagram":["@joes","",null]})"),
        links(R"([{"platform":"facebook","url":"https://facebook.com/joes"},{"platform":"instagram","url":"@joes"}])"),
        reshaped);
    expect(links(R"(["https://www.facebook.com/joes","https://joes.example/x"])"),
           links(R"([{"platform":"facebook","url":"https://www.facebook.com/joes"},)"
                 R"({"platform":"other","url":"https://joes.example/x"}])"),
           reshaped);
    expect(links(R"([{"platform":null,"url":"https://instagram.com/joes"}])"),
           links(R"([{"platform":"instagram","url":"https://instagram.com/joes"}])"), reshaped);
    expect(links("{}"), links("[]"), reshaped);
    expect(links(R"({"face\u0000book":"https://facebook.com/joes"})"),
           links(R"([{"platform":"facebook","url":"https://facebook.com/joes"}])"), reshaped);
}

TEST(CanonicalContent, ARecordThatGrowsBeyondTheLimitIsRefused) {
    const std::string line = "{" + id + R"(,"social_media_links":["https://facebook.com/joes"]})";
    CanonicalContent canonical(made_rules());
    RecordParser parser(machine_catalog(), line.size(), &canonical);
    Record record;
    RejectReason reason;
    EXPECT_FALSE(parser.parse(line, record, reason));
    EXPECT_EQ(reason.code, "record_too_large");
}

/// Random records with all kinds of members: their canonical content describes the same business, and is its own
/// canonical content.
TEST(CanonicalContent, IsTheSameRecord) {
    const std::vector<std::string> members = {
        R"("brand_id":"BA203253-1607-5A80-A8D8-FD52D9FE583F")",
        R"("business_name":"Joe's \u00e9\"")",
        R"("zip_code":"")",
        R"("zipcode":"94107")",
        R"("postal_code":null)",
        R"("country":"germany")",
        R"("latitude":null)",
        R"("lat":52.50)",
        R"("lng":13.4e0)",
        R"("ownership_type":"family")",
        R"("social_media_links":{"facebook":["https://facebook.com/joes"],"x":"@joes"})",
        R"("x":{"y":[null,{"z":null}],"n":1.0})",
        R"("website":"joes.example")",
        R"("city":"Berlin")",
        R"("num_stores":1e1)",
        R"("updated_at":"2024-05-31")",
        R"("tags":["a","b"])"};
    std::mt19937 random(3);
    for (int round = 0; round < 500; ++round) {
        std::string line = "{" + id;
        for (const std::string& member : members) {
            line += random() % 2 == 0 ? "," + member : "";
        }
        const Rewritten once = rewrite(line + "}");
        const Rewritten twice = rewrite(once.json);
        ASSERT_EQ(twice.json, once.json);
        ASSERT_EQ(sum(twice), 0U) << once.json;
        ASSERT_EQ(once.json.find("null"), std::string::npos);
        EXPECT_EQ(twice.record.website, once.record.website);
        EXPECT_EQ(twice.record.postal_code, once.record.postal_code);
        EXPECT_EQ(twice.record.country, once.record.country);
        EXPECT_EQ(twice.record.profiles.size(), once.record.profiles.size());
        EXPECT_EQ(twice.record.position.exists(), once.record.position.exists());
        EXPECT_EQ(twice.record.ownership, once.record.ownership);
        EXPECT_EQ(twice.record.refreshed, once.record.refreshed);
        EXPECT_EQ(twice.record.quality, once.record.quality);
    }
}

}  // namespace
}  // namespace bizrec::builder
