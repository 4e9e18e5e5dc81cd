#include "t/unit/record/record_support.hpp"

namespace bizrec::builder {
namespace {

struct TextField {
    const char* name;
    std::string Record::*member;
};

constexpr TextField text_fields[] = {
    {"business_name", &Record::name},   {"store_name", &Record::name},     {"brand_name", &Record::name},
    {"website_url", &Record::website},  {"website", &Record::website},     {"root_domain", &Record::root_domain},
    {"place_id", &Record::place_id},    {"city", &Record::city},           {"state", &Record::state},
    {"zip_code", &Record::postal_code}, {"zipcode", &Record::postal_code}, {"postal_code", &Record::postal_code},
};

TEST(RecordTextFields, TradesAreTheFirstCategories) {
    EXPECT_EQ(kept(R"("business_categories":["Café","","Bar & Grill"],"tags":["x"])").trades, "Café\nBar & Grill\n");
    EXPECT_EQ(kept(R"("business_categories":null)").trades, "");
    const std::string big(300, 'a');
    EXPECT_EQ(kept(R"("business_categories":[")" + big + R"(","Inn"])").trades, "Inn\n");
}

TEST(RecordTextFields, TextsForSearchAreKeptInOrder) {
    using Texts = std::vector<std::string>;
    const Record record = kept(
        R"("brand_name":"B","store_name":"","business_name":"A","tags":["t",null,"",""],"business_categories":["c","d"],)"
        R"("store_description":"last","business_type":"first","business_keywords":["k","","l"],"business_specialty":null)");
    EXPECT_EQ(record.names, (Texts{"A", "B"}));
    EXPECT_EQ(record.labels, (Texts{"c", "d", "t"}));
    EXPECT_EQ(record.texts, (Texts{"first", "k", "l", "last"}));
    EXPECT_EQ(record.trades, "c\nd\n");
    const Record empty = kept(R"("tags":[],"brand_description":[""])");
    EXPECT_TRUE(empty.names.empty() && empty.labels.empty() && empty.texts.empty());
}

TEST(RecordTextFields, EachNameIsRead) {
    for (const auto& field : text_fields) {
        const std::string name = field.name;
        EXPECT_EQ(kept("\"" + name + "\":\"Caf\\u00e9 \\\"X\\\"\"").*field.member, "Café \"X\"") << name;
        EXPECT_EQ(kept("\"" + name + "\":null").*field.member, "") << name;
        EXPECT_EQ(kept("\"" + name + "\":\"\"").*field.member, "") << name;
    }
}

TEST(RecordTextFields, OtherTypesAreRefused) {
    const char* const wrong[] = {"1", "1.5", "true", "[]", "{}", "[\"x\"]"};
    for (const char* name :
         {"business_name", "store_name", "brand_name", "website_url", "website", "root_domain", "place_id", "source_id",
          "street_address", "city", "state", "zip_code", "zipcode", "postal_code", "country", "ownership_type"}) {
        for (const char* value : wrong) {
            const auto reason = refused("\"" + std::string(name) + "\":" + value);
            EXPECT_EQ(reason.field, name) << value;
            EXPECT_EQ(reason.code, "wrong_type") << name << value;
            EXPECT_EQ(reason.detail.find("expected a string, got "), 0U) << reason.detail;
        }
    }
}

TEST(RecordTextFields, NulIsRefused) {
    for (const char* members : {"\"city\":\"a\\u0000b\"", "\"website\":\"\\u0000\"", "\"phone\":\"1\\u00002\"",
                                "\"tags\":[\"a\",\"b\\u0000\"]", "\"social_media_links\":[\"x\\u0000\"]"}) {
        const auto reason = refused(members);
        EXPECT_EQ(reason.code, "nul_character") << members;
        EXPECT_NE(reason.detail.find("NUL"), std::string::npos) << reason.detail;
    }
    EXPECT_EQ(refused("\"tags\":[\"a\",\"b\\u0000\"]").field, "tags[1]");
    EXPECT_EQ(kept("\"note\":\"a\\u0000b\"").json, record_with("\"note\":\"a\\u0000b\""));
}

TEST(RecordTextFields, FirstNameGivenWins) {
    EXPECT_EQ(kept(R"("brand_name":"C","store_name":"B","business_name":"A")").name, "A");
    EXPECT_EQ(kept(R"("brand_name":"C","store_name":"B","business_name":"")").name, "B");
    EXPECT_EQ(kept(R"("brand_name":"C","store_name":null)").name, "C");
    EXPECT_EQ(kept(R"("website":"b.com","website_url":"a.com")").website, "a.com");
    EXPECT_EQ(kept(R"("website":"b.com","website_url":"")").website, "b.com");
    EXPECT_EQ(kept(R"("postal_code":"3","zipcode":"2","zip_code":"1")").postal_code, "1");
    EXPECT_EQ(kept(R"("postal_code":"3","zipcode":"2","zip_code":null)").postal_code, "2");
    EXPECT_EQ(kept(R"("postal_code":"3","zipcode":"")").postal_code, "3");
}

TEST(RecordTextFields, AnAliasThatIsNotReadMayHoldAnything) {
    EXPECT_EQ(kept(R"("id":17,"website_url":"a.com","website":{"url":"b.com"})").website, "a.com");
    EXPECT_EQ(refused(R"("website_url":"","website":{"url":"b.com"})").field, "website");
}

TEST(RecordTextFields, PlaceIdFromItsThreeHomes) {
    EXPECT_EQ(kept(R"("place_id":"ChIJ1","source_id":"GOOGLE_MAP@ChIJ2")").place_id, "ChIJ1");
    EXPECT_EQ(kept(R"("source_id":"GOOGLE_MAP@ChIJ2","from_sources":{"GOOGLE_MAP":{"id":"ChIJ3"}})").place_id, "ChIJ2");
    EXPECT_EQ(kept(R"("source_id":"YELP@abc","from_sources":{"GOOGLE_MAP":{"id":"ChIJ3"}})").place_id, "ChIJ3");
    EXPECT_EQ(kept(R"("source_id":"GOOGLE_MAP@","from_sources":{"GOOGLE_MAP":{"id":"ChIJ3"}})").place_id, "ChIJ3");
    for (const char* members : {R"("source_id":"YELP@abc")", R"("source_id":"google_map@x")", R"("from_sources":{})",
                                R"("from_sources":["GOOGLE_MAP"])", R"("from_sources":{"GOOGLE_MAP":{"id":null}})",
                                R"("from_sources":{"GOOGLE_MAP":"x"})", R"("place_id":"")"}) {
        EXPECT_EQ(kept(members).place_id, "") << members;
    }
    EXPECT_EQ(refused(R"("from_sources":{"GOOGLE_MAP":{"id":5}})").field, "from_sources.GOOGLE_MAP.id");
}

TEST(RecordTextFields, CountryIsAlpha2) {
    for (const char* text : {"US", "us", "USA", "United States"}) {
        EXPECT_EQ(kept("\"country\":\"" + std::string(text) + "\"").country, "US") << text;
    }
    EXPECT_EQ(kept("\"country\":\"\"").country, "");
    EXPECT_EQ(kept("\"country\":null").country, "");
    const auto reason = refused("\"country\":\"Atlantis\"");
    EXPECT_EQ(reason.field, "country");
    EXPECT_EQ(reason.code, "out_of_range");
    EXPECT_NE(reason.detail.find("\"Atlantis\""), std::string::npos);
}

TEST(RecordTextFields, OwnershipInAnyCase) {
    using format::Ownership;
    const auto ownership = [](const char* members) { return static_cast<Ownership>(kept(members).ownership); };
    EXPECT_EQ(ownership(R"("ownership_type":"independent")"), Ownership::independent);
    EXPECT_EQ(ownership(R"("ownership_type":"FAMILY")"), Ownership::family);
    EXPECT_EQ(ownership(R"("ownership_type":"Franchise")"), Ownership::franchise);
    EXPECT_EQ(ownership(R"("ownership_type":"cHaIn")"), Ownership::chain);
    for (const char* other : {R"("ownership_type":"public")", R"("ownership_type":"")", R"("ownership_type":null)"}) {
        EXPECT_EQ(ownership(other), Ownership::unknown) << other;
    }
}

TEST(RecordTextFields, ListsOfStrings) {
    for (const char* name : {"business_categories", "tags"}) {
        const std::string field = "\"" + std::string(name) + "\":";
        for (const char* value : {"[]", "[\"a\"]", "[\"a\",null,\"\"]", "null", "\"\""}) {
            kept(field + value);
        }
        EXPECT_EQ(refused(field + "\"a\"").detail, "expected an array of strings, got the string \"a\"");
        EXPECT_EQ(refused(field + "[\"a\",5]").field, std::string(name) + "[1]");
        EXPECT_EQ(refused(field + "{}").code, "wrong_type");
    }
    for (const char* name :
         {"alternate_names", "also_known_as", "former_name", "former_names", "official_name", "legal_name",
          "business_type", "business_specialty", "business_keywords", "product_services_offered", "brand_description",
          "store_description", "business_phones", "store_phones", "phone", "business_emails", "store_emails"}) {
        const std::string field = "\"" + std::string(name) + "\":";
        for (const char* value : {"\"a\"", "[]", "[\"a\"]", "[null]", "null", "\"\""}) {
            kept(field + value);
        }
        EXPECT_EQ(refused(field + "5").detail, "expected a string or an array of strings, got the number 5");
        EXPECT_EQ(refused(field + "[\"a\",[]]").field, std::string(name) + "[1]");
        EXPECT_EQ(refused(field + "true").code, "wrong_type");
    }
}

TEST(RecordTextFields, OtherNamesOfTheBusiness) {
    const Record record = kept(
        R"("business_name":"Acme","also_known_as":"A","alternate_names":["B",""],"name:en":"C","name:de":" ","official_name":"D")");
    EXPECT_EQ(record.name, "Acme");
    EXPECT_EQ(record.names, (std::vector<std::string>{"Acme"}));
    EXPECT_EQ(record.other_names, (std::vector<std::string>{"B", "A", "D", "C"}));
    EXPECT_TRUE(kept(R"("name:":"x","names":"y","name":"z")").other_names.empty());
    EXPECT_EQ(refused(R"("name:en":5)").detail, "expected a string, got the number 5");
    EXPECT_EQ(refused(R"("name:en":5)").field, "name:en");
    EXPECT_EQ(refused(R"("name:en":"a\u0000b")").code, "nul_character");
}

TEST(RecordTextFields, ContactInfoNeedsText) {
    for (const char* name : {"business_phones", "store_phones", "phone", "business_emails", "store_emails"}) {
        const std::string field = "\"" + std::string(name) + "\":";
        for (const char* value : {"\"1\"", "[\"1\"]", "[null,\"1\"]"}) {
            EXPECT_EQ(kept(field + value).flags, format::flag::has_contact_info) << name << value;
        }
        for (const char* value : {"\"\"", "null", "[]", "[\"\"]", "\" \"", "[\" \"]",
                                  "[\"\\t\",null,\"\\u00a0\\u200b\"]", "\"\\u3000\\ufeff\""}) {
            EXPECT_EQ(kept(field + value).flags, 0) << name << value;
        }
    }
}

TEST(RecordTextFields, BlankTextIsNoText) {
    const Record empty = kept("");
    for (const char* blank : {"\" \"", "\"\\t\\r\\n\"", "\"\\u00a0\"", "\"\\u200b\\u2060\"", "\"\\u202e\\u0085\""}) {
        const std::string text(blank);
        for (const char* name : {"business_name",
                                 "store_name",
                                 "brand_name",
                                 "website_url",
                                 "website",
                                 "root_domain",
                                 "place_id",
                                 "source_id",
                                 "street_address",
                                 "city",
                                 "state",
                                 "zip_code",
                                 "country",
                                 "ownership_type",
                                 "business_type",
                                 "phone",
                                 "store_description",
                                 "open_date",
                                 "info_refreshed_at",
                                 "latitude",
                                 "num_stores",
                                 "price_tier",
                                 "brand_id",
                                 "google_rating",
                                 "yelp_reviews_count",
                                 "has_valid_website",
                                 "social_media_links"}) {
            const Record record = kept("\"" + std::string(name) + "\":" + text);
            EXPECT_EQ(record.flags, 0) << name << text;
            EXPECT_EQ(record.quality, empty.quality) << name << text;
            EXPECT_TRUE(record.name.empty() && record.website.empty() && record.place_id.empty()) << name << text;
        }
        for (const std::string& members :
             {"\"tags\":[" + text + "]", "\"business_categories\":[null," + text + "]",
              "\"store_description\":[" + text + "," + text + "]", "\"social_media_links\":[" + text + "]",
              "\"social_media_links\":[{\"platform\":\"facebook\",\"url\":" + text + "}]",
              "\"social_media_links\":{\"facebook\":" + text + ",\"x\":[" + text + "]}",
              "\"from_sources\":{\"GOOGLE_MAP\":{\"id\":" + text + "}}"}) {
            const Record record = kept(members);
            EXPECT_EQ(record.quality, empty.quality) << members;
            EXPECT_TRUE(record.labels.empty() && record.texts.empty() && record.profiles.empty() &&
                        record.place_id.empty())
                << members;
        }
    }
    EXPECT_EQ(kept(R"("website_url":" ","website":"a.com")").website, "a.com") << "the next name counts";
    EXPECT_EQ(kept(R"("source_id":"GOOGLE_MAP@ ","from_sources":{"GOOGLE_MAP":{"id":"x"}})").place_id, "x");
    EXPECT_EQ(kept(R"("city":" Austin ")").city, " Austin ") << "text is as typed";
}

TEST(RecordTextFields, NamesOfPlatformsAreCutInReasons) {
    const auto reason = refused("\"social_media_links\":{\"" + std::string(5000, 'x') + "\":5}");
    EXPECT_EQ(reason.field, "social_media_links." + std::string(80, 'x') + "…");
}

TEST(RecordTextFields, WhatSteersATerminalIsEscaped) {
    EXPECT_EQ(refused("\"country\":\"\\u001b[31m\\u009b\\u202e\\u2028x\"").detail,
              "expected an ISO 3166-1 code or the English name of a country, got the string "
              "\"\\u001b[31m\\u009b\\u202e\\u2028x\"");
}

TEST(RecordTextFields, WhatCameIsCut) {
    const std::string long_text(100, 'x');
    EXPECT_EQ(refused("\"country\":\"" + long_text + "\"").detail,
              "expected an ISO 3166-1 code or the English name of a country, got the string \"" + std::string(80, 'x') +
                  "…\"");
    std::string umlauts;
    for (int i = 0; i < 81; ++i) {
        umlauts += "ü";
    }
    const auto reason = refused("\"price_tier\":\"" + umlauts + "\"");
    EXPECT_NE(reason.detail.find(umlauts.substr(0, 160) + "…"), std::string::npos) << reason.detail;
}

}  // namespace
}  // namespace bizrec::builder
