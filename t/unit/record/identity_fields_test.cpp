#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"
#include "t/unit/record/record_support.hpp"

namespace bizrec::builder {
namespace {

std::string text_of(const format::Uuid& id) {
    std::string out(format::uuid_characters, '\0');
    format::write_uuid(id, out.data());
    return out;
}

std::string links_of(const Record& record) {
    std::string out;
    for (const auto& link : record.profiles) {
        out += link.platform + "=" + link.value + ";";
    }
    return out;
}

TEST(RecordIdentityFields, IdInAnyCaseAndUnderEitherName) {
    const std::string canonical = "8140d7ef-382a-5649-b391-841fe8febcfb";
    for (const char* line :
         {R"({"store_id":"8140D7EF-382A-5649-B391-841FE8FEBCFB"})", R"({"id":"8140d7ef-382a-5649-b391-841fe8febcfb"})",
          R"({"store_id":null,"id":"8140d7ef-382a-5649-b391-841FE8febcfb"})",
          R"({"id":"00000000-0000-0000-0000-000000000000",)"
          R"("store_id":"8140d7ef-382a-5649-b391-841fe8febcfb"})"}) {
        const auto parsed = parse_line(line);
        ASSERT_TRUE(parsed.kept) << line << parsed.reason.detail;
        EXPECT_EQ(text_of(parsed.record.id), canonical) << line;
    }
}

TEST(RecordIdentityFields, IdIsNeeded) {
    for (const char* line : {"{}", R"({"store_id":null})", R"({"store_id":"","id":""})", R"({"name":"x"})"}) {
        const auto parsed = parse_line(line);
        EXPECT_FALSE(parsed.kept);
        EXPECT_EQ(parsed.reason.field, "store_id");
        EXPECT_EQ(parsed.reason.code, "missing_id");
    }
    const struct {
        const char* line;
        const char* field;
        const char* code;
    } cases[] = {
        {R"({"id":17})", "id", "wrong_type"},
        {R"({"store_id":["8140d7ef-382a-5649-b391-841fe8febcfb"]})", "store_id", "wrong_type"},
        {R"({"store_id":"8140d7ef382a5649b391841fe8febcfb"})", "store_id", "malformed"},
        {R"({"store_id":"8140d7ef-382a-5649-b391-841fe8febcf"})", "store_id", "malformed"},
        {R"({"store_id":"g140d7ef-382a-5649-b391-841fe8febcfb"})", "store_id", "malformed"},
        {R"({"store_id":" 8140d7ef-382a-5649-b391-841fe8febcfb"})", "store_id", "malformed"},
    };
    for (const auto& c : cases) {
        const auto parsed = parse_line(c.line);
        EXPECT_FALSE(parsed.kept) << c.line;
        EXPECT_EQ(parsed.reason.field, c.field) << c.line;
        EXPECT_EQ(parsed.reason.code, c.code) << c.line;
    }
}

TEST(RecordIdentityFields, BrandIsOptional) {
    const auto with = kept(R"("brand_id":"FFCBE2D4-05c3-5170-9947-f30176f990dc")");
    EXPECT_TRUE(with.has_brand);
    EXPECT_EQ(text_of(with.brand), "ffcbe2d4-05c3-5170-9947-f30176f990dc");
    EXPECT_FALSE(kept(R"("brand_id":"")").has_brand);
    EXPECT_FALSE(kept(R"("brand_id":null)").has_brand);
    EXPECT_EQ(refused(R"("brand_id":"x")").field, "brand_id");
    EXPECT_EQ(refused(R"("brand_id":5)").code, "wrong_type");
}

TEST(RecordIdentityFields, WebsiteFlags) {
    using namespace format::flag;
    EXPECT_EQ(kept(R"("website":"a.com")").flags, has_website);
    EXPECT_EQ(kept(R"("website_url":"a.com")").flags, has_website);
    EXPECT_EQ(kept(R"("root_domain":"a.com")").flags, has_website);
    EXPECT_EQ(kept(R"("website":"")").flags, 0);
    EXPECT_EQ(kept(R"("website_status":true)").flags, has_valid_website);
    EXPECT_EQ(kept(R"("has_valid_website":true)").flags, has_valid_website);
    EXPECT_EQ(kept(R"("has_valid_website":true,"website_status":false)").flags, 0);
    EXPECT_EQ(kept(R"("has_valid_website":true,"website_status":null)").flags, has_valid_website);
    for (const char* value : {"1", "\"true\"", "[]"}) {
        EXPECT_EQ(refused("\"website_status\":" + std::string(value)).code, "wrong_type");
        EXPECT_EQ(refused("\"has_valid_website\":" + std::string(value)).field, "has_valid_website");
    }
}

TEST(RecordIdentityFields, SocialLinksInThreeShapes) {
    const struct {
        const char* json;
        const char* links;
    } cases[] = {
        {R"([{"platform":"facebook","url":"https://facebook.com/a"},{"url":"x.com/a","platform":null}])",
         "facebook=https://facebook.com/a;=x.com/a;"},
        {R"({"facebook":"https://facebook.com/a","Instagram":["@a","@b"]})",
         "facebook=https://facebook.com/a;Instagram=@a;Instagram=@b;"},
        {R"(["https://facebook.com/a","x.com/a"])", "=https://facebook.com/a;=x.com/a;"},
        {R"(["x.com/a",{"platform":"facebook","url":"a","verified":true},null,""])", "=x.com/a;facebook=a;"},
        {R"([{"platform":"facebook"},{"platform":"facebook","url":null},{"url":""},{}])", ""},
        {R"({"facebook":null,"x":"","tiktok":[],"yelp":[null,""]})", ""},
        {"[]", ""},
        {"{}", ""},
        {"null", ""},
        {"\"\"", ""},
    };
    for (const auto& c : cases) {
        EXPECT_EQ(links_of(kept("\"social_media_links\":" + std::string(c.json))), c.links) << c.json;
    }
}

TEST(RecordIdentityFields, OtherSocialLinksAreRefused) {
    const struct {
        const char* json;
        const char* field;
    } cases[] = {
        {"5", "social_media_links"},
        {"\"https://facebook.com/a\"", "social_media_links"},
        {"[5]", "social_media_links[0]"},
        {R"(["a",["b"]])", "social_media_links[1]"},
        {R"([{"platform":1,"url":"a"}])", "social_media_links[0].platform"},
        {R"(["a",{"platform":"x","url":["a"]}])", "social_media_links[1].url"},
        {R"({"facebook":5})", "social_media_links.facebook"},
        {R"({"facebook":{"url":"a"}})", "social_media_links.facebook"},
        {R"({"facebook":["a",5]})", "social_media_links.facebook"},
    };
    for (const auto& c : cases) {
        const auto reason = refused("\"social_media_links\":" + std::string(c.json));
        EXPECT_EQ(reason.field, c.field) << c.json;
        EXPECT_EQ(reason.code, "wrong_type") << c.json;
    }
}

}  // namespace
}  // namespace bizrec::builder
