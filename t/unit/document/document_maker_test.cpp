#include "lmdb_builder/document/document_maker.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bizrec/base/rule_lines.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/utf8.hpp"
#include "lmdb_builder/record/quality.hpp"
#include "t/unit/support/catalog_fixture.hpp"
#include "t/unit/support/rules.hpp"

namespace bizrec::builder {
namespace {

class DocumentMakerTest : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        rules_ = new format::Rules(rules_with("// ===BEGIN ICANN DOMAINS===\ncom\norg\n// ===END ICANN DOMAINS===\n",
                                              built_in_rules("extra_suffixes")));
    }
    static void TearDownTestSuite() { delete rules_; }

    static Document make(const Record& record) {
        Document document;
        document.keys.others = {"left over"};
        DocumentMaker(*rules_, machine_catalog()).make(record, document);
        return document;
    }
    static DocumentKeys keys(const std::string& website, const std::string& root_domain) {
        Record record;
        record.website = website;
        record.root_domain = root_domain;
        return make(record).keys;
    }

    static format::Rules* rules_;
};
format::Rules* DocumentMakerTest::rules_ = nullptr;

TEST_F(DocumentMakerTest, TheWebsiteIsTheKeyAndTheRootDomainServesInItsPlace) {
    struct Case {
        const char *website, *root_domain, *website_key, *root_key;
        bool is_domain, unusable;
    };
    const Case cases[] = {
        {"https://www.example.com/a", "example.com", "example.com", "", true, false},
        {"https://www.example.com/a", "other.com", "example.com", "", true, false},
        {"", "Example.COM", "", "example.com", true, false},
        {"https://joes.weebly.com", "weebly.com", "joes.weebly.com", "", false, false},
        {"https://www.facebook.com/joes", "facebook.com", "facebook:joes", "", false, false},
        {"http://exa mple.com", "example.com", "", "example.com", true, true},
        {"https://www.instagram.com/p/CxYz123/", "instagram.com", "", "", false, true},
        {"https://www.instagram.com/p/CxYz123/", "Instagram.com", "", "", false, true},
        {"https://www.instagram.com/p/CxYz123/", "example.com", "", "example.com", true, true},
        {"joe@gmail.com", "gmail.com", "", "", false, true},
        {"", "", "", "", false, false},
    };
    for (const Case& c : cases) {
        const DocumentKeys k = keys(c.website, c.root_domain);
        const std::string what = std::string(c.website) + " with " + c.root_domain;
        EXPECT_EQ(k.website, c.website_key) << what;
        EXPECT_EQ(k.root_domain, c.root_key) << what;
        EXPECT_EQ(k.is_domain, c.is_domain) << what;
        EXPECT_EQ(!k.unusable_website.empty(), c.unusable) << what;
        EXPECT_TRUE(k.others.empty()) << what;
    }
}

TEST_F(DocumentMakerTest, ARefusedWebsiteOfATenantDoesNotMakeItItsHost) {
    for (const char* host : {"weebly.com", "facebook.com", "gmail.com", "free.fr", "www.weebly.com", "google.com"}) {
        const DocumentKeys k = keys(std::string("hsfarmers'market.") + host, host);
        EXPECT_EQ(k.root_domain, "") << host;
        EXPECT_FALSE(k.unusable_website.empty()) << host;
    }
    EXPECT_EQ(keys("hsfarmers'market.weebly,com", "weebly.com").root_domain, "") << "misspelt twice";
    EXPECT_EQ(keys("hsfarmers'market.com", "example.com").root_domain, "example.com");
    EXPECT_EQ(keys("", "weebly.com").root_domain, "weebly.com") << "the builder's own record";
}

TEST_F(DocumentMakerTest, HostAndPathAreTheWebsitesOwn) {
    const DocumentKeys page = keys("HTTP://Locations.Example.com:80/ny/?utm=1#x", "");
    EXPECT_EQ(page.host, "locations.example.com");
    EXPECT_NE(page.path.find("ny"), std::string::npos);
    EXPECT_EQ(keys("www.example.com", "").path, "");
    EXPECT_EQ(keys("", "example.com").host, "") << "root_domain names no page";
    EXPECT_EQ(keys("https://www.facebook.com/joes", "").host, "");
}

TEST_F(DocumentMakerTest, ProfilesAndPlacesAreKeysOnce) {
    Record record;
    record.website = "https://www.instagram.com/joes";
    record.profiles = {{"facebook", "https://www.facebook.com/Joes.Diner"},
                       {"", "https://m.facebook.com/joesdiner"},
                       {"instagram", "@joes"},
                       {"facebook", "https://www.facebook.com/"},
                       {"blog", "https://joes.tumblr.com/"},
                       {"website", "https://www.example.com/"}};
    record.place_id = "ChIJN1t_tDeuEmsRUsoyG83frY4";
    const DocumentKeys k = make(record).keys;
    EXPECT_EQ(k.website, "instagram:joes");
    identity::Identity place;
    identity::Normaliser(rules_->suffixes, rules_->links).place_id(record.place_id, place);
    ASSERT_EQ(place.kind, identity::Kind::place);
    EXPECT_EQ(k.others, (std::vector<std::string>{"facebook:joesdiner", place.key, "joes.tumblr.com"}));
}

TEST_F(DocumentMakerTest, QualityKnowsTheDomain) {
    Record record;
    record.name = "Example";
    record.quality = whole_brand_quality;
    const auto quality = [&record](const char* website, const char* root_domain) {
        record.website = website;
        record.root_domain = root_domain;
        return make(record).columns.quality;
    };
    EXPECT_EQ(quality("https://shop.example.com/x", ""), domain_name_quality);
    EXPECT_EQ(quality("", "example.com"), domain_name_quality);
    EXPECT_EQ(quality("other.com", "example.com"), whole_brand_quality) << "the website decides";
    EXPECT_EQ(quality("https://www.facebook.com/example", ""), whole_brand_quality) << "a profile is no domain";
    EXPECT_EQ(quality("", ""), whole_brand_quality);
    record.quality = max_ordinary_quality;
    EXPECT_EQ(quality("example.com", ""), max_ordinary_quality);
}

// A record whose city is "Orlando, FL" must be found in Orlando.
TEST_F(DocumentMakerTest, ACityFieldMayContainTheState) {
    struct Case {
        const char *city, *state, *city_key, *state_key;
    };
    const Case cases[] = {
        {"Orlando, FL", "FL", "orlando", "US-FL"},
        {"Orlando, FL", "", "orlando", "US-FL"},
        {"Paris, Texas, United States", "TX", "paris", "US-TX"},
        {"Wayne,", "MI", "wayne", "US-MI"},
        {"Kansas City, MO", "KS", "kansascitymo", "US-KS"},
        {"Baldwin, Nassau County", "NY", "baldwinnassaucounty", "US-NY"},
        {"Dover, FL, GA", "", "doverflga", ""},
        {", FL", "FL", "fl", "US-FL"},
    };
    for (const Case& c : cases) {
        Record record;
        record.country = "US";
        record.city = c.city;
        record.state = c.state;
        const DocumentPlace place = make(record).place;
        EXPECT_EQ(place.city, c.city_key) << c.city;
        EXPECT_EQ(place.state, c.state_key) << c.city;
    }
}

TEST_F(DocumentMakerTest, PlacesAreFolded) {
    Record record;
    record.country = "US";
    record.state = "California";
    record.city = "St. Helena";
    record.postal_code = "94574-1234";
    const Document by_name = make(record);
    EXPECT_EQ(by_name.place.country, "US");
    EXPECT_EQ(by_name.place.state, "US-CA");
    EXPECT_EQ(by_name.place.postal_code, "94574");
    record.state = "CA";
    record.city = "Saint Helena";
    record.postal_code = "94574";
    const Document by_code = make(record);
    EXPECT_EQ(by_code.place.state, by_name.place.state);
    EXPECT_EQ(by_code.place.city, by_name.place.city);
}

TEST_F(DocumentMakerTest, NamesAreFoldedAndCutAtACharacter) {
    Record record;
    record.name = "CAFÉ";
    EXPECT_EQ(make(record).name, "cafe");
    record.name.clear();
    for (int i = 0; i < 200; ++i) {
        record.name += "店";
    }
    const std::string name = make(record).name;
    EXPECT_EQ(name.size(), 255U);
    EXPECT_TRUE(text::is_valid_utf8(name));
}

}  // namespace
}  // namespace bizrec::builder
