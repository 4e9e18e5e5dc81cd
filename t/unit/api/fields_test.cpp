// website, social_media_link, limit, estimate_total, duplicates and unknown fields.
#include <gtest/gtest.h>

#include "t/unit/api/request_table.hpp"
#include "t/unit/api/sample_index.hpp"

namespace bizrec::api {
namespace {

TEST(Fields, MissingInput) {
    for (const char* body :
         {"{}", R"({"website":null})", R"({"website":""})", R"({"website":"  "})", R"({"website":"\t\n\u00a0\u3000"})",
          R"({"social_media_link":null})", R"({"social_media_link":""})", R"({"website":"","social_media_link":null})",
          R"({"limit":5})", R"({"location":{}})", R"({"Website":"alphacoffee.com"})", R"({"url":"alphacoffee.com"})",
          R"({"websit":"alphacoffee.com"})", R"({"website ":"alphacoffee.com"})"}) {
        check({{body, 422, "website", "website or social_media_link is required"}});
    }
}

TEST(Fields, TheFirstProblemCounts) {
    check({
        {R"({"limit":51})", 422, "limit", "maximum limit is 50"},
        {R"({"limit":51,"website":5})", 422, "limit", "maximum limit is 50"},
        {R"({"website":5,"limit":51})", 422, "website", "expected a string"},
        {R"({"location":{"lat":91},"limit":51})", 422, "location[0].lat", "from -90 to 90"},
        {R"({"website":"localhost","limit":51})", 422, "website", ""},
        {R"({"location":[{"lat":1},{"lat":91,"long":1}]})", 422, "location[0].long", "is required"},
    });
}

TEST(Fields, Limit) {
    check({
        {with(R"("limit":1)"), "alphacoffee.com limit=1", "", ""},
        {with(R"("limit":49)"), "alphacoffee.com limit=49", "", ""},
        {with(R"("limit":50)"), plain_enrichment, "", ""},
        {with(R"("limit":0)"), plain_enrichment, "", ""},
        {with(R"("limit":-0)"), plain_enrichment, "", ""},
        {with(R"("limit":-0.0)"), plain_enrichment, "", ""},
        {with(R"("limit":-1)"), plain_enrichment, "", ""},
        {with(R"("limit":-2147483649)"), plain_enrichment, "", ""},
        {with(R"("limit":-9223372036854775808)"), plain_enrichment, "", ""},
        {with(R"("limit":-1e300)"), plain_enrichment, "", ""},
        {with(R"("limit":null)"), plain_enrichment, "", ""},
        {with(R"("limit":"")"), plain_enrichment, "", ""},
        {with(R"("limit":" ")"), plain_enrichment, "", ""},
        {with(R"("limit":10.0)"), "alphacoffee.com limit=10", "", ""},
        {with(R"("limit":1e1)"), "alphacoffee.com limit=10", "", ""},
        {with(R"("limit":1E+1)"), "alphacoffee.com limit=10", "", ""},
        {with(R"("limit":500e-1)"), plain_enrichment, "", ""},
        {with(R"("limit":0.0)"), plain_enrichment, "", ""},
    });
    check({
        {with(R"("limit":51)"), 422, "limit", "limit: maximum limit is 50, got the number 51"},
        {with(R"("limit":51.0)"), 422, "limit", "maximum limit is 50"},
        {with(R"("limit":1e2)"), 422, "limit", "maximum limit is 50"},
        {with(R"("limit":1000)"), 422, "limit", "maximum limit is 50"},
        {with(R"("limit":2147483648)"), 422, "limit", "maximum limit is 50"},
        {with(R"("limit":4294967297)"), 422, "limit", "maximum limit is 50"},
        {with(R"("limit":9223372036854775807)"), 422, "limit", "maximum limit is 50"},
        {with(R"("limit":9223372036854775808)"), 422, "limit",
         "maximum limit is 50, got the number 9223372036854775808"},
        {with(R"("limit":18446744073709551615)"), 422, "limit", "maximum limit is 50"},
        {with(R"("limit":1e300)"), 422, "limit", "maximum limit is 50"},
        {with(R"("limit":18446744073709551616)"), 422, "limit", "maximum limit is 50"},
        {with(R"("limit":)" + repeat("9", 300)), 422, "limit", "maximum limit is 50"},
        {with(R"("limit":1e999)"), 400, "", "a number that a double cannot hold"},
        {with(R"("limit":10.5)"), 422, "limit", "limit: expected an integer, got the number 10.5"},
        {with(R"("limit":-0.5)"), 422, "limit", "expected an integer, got the number -0.5"},
        {with(R"("limit":1e-5)"), 422, "limit", "expected an integer"},
        {with(R"("limit":"10")"), 422, "limit", R"(limit: expected an integer, got a string "10")"},
        {with(R"("limit":"5")"), 422, "limit", "expected an integer, got a string"},
        {with(R"("limit":true)"), 422, "limit", "expected an integer, got true"},
        {with(R"("limit":false)"), 422, "limit", "expected an integer, got false"},
        {with(R"("limit":[5])"), 422, "limit", "expected an integer, got an array"},
        {with(R"("limit":{})"), 422, "limit", "expected an integer, got an object"},
        {with(R"("limit":"\u0000")"), 422, "limit", "expected an integer, got a string"},
        {with("\"limit\":\"" + repeat("z", 5000) + "\""), 422, "limit", "zzz…\""},
    });
}

TEST(Fields, EstimateTotal) {
    check({
        {with(R"("estimate_total":true)"), plain_enrichment + " total", "", ""},
        {with(R"("estimate_total":false)"), plain_enrichment, "", ""},
        {with(R"("estimate_total":null)"), plain_enrichment, "", ""},
        {with(R"("estimate_total":"")"), plain_enrichment, "", ""},
    });
    check({
        {with(R"("estimate_total":1)"), 422, "estimate_total",
         "estimate_total: expected true or false, got the number 1"},
        {with(R"("estimate_total":0)"), 422, "estimate_total", "got the number 0"},
        {with(R"("estimate_total":1.0)"), 422, "estimate_total", "expected true or false"},
        {with(R"("estimate_total":"true")"), 422, "estimate_total", R"(got a string "true")"},
        {with(R"("estimate_total":[true])"), 422, "estimate_total", "got an array"},
        {with(R"("estimate_total":{})"), 422, "estimate_total", "got an object"},
    });
}

TEST(Fields, Links) {
    check({
        {R"({"website":"HTTPS://WWW.AlphaCoffee.com:443/x?y#z"})", plain_enrichment, "", ""},
        {R"({"website":"  alphacoffee.com  "})", plain_enrichment, "", ""},
        {R"({"website":"https://user:secret@alphacoffee.com/"})", plain_enrichment, "", ""},
        {R"({"social_media_link":"https://www.facebook.com/AlphaCoffee"})", "+facebook:alphacoffee limit=50", "", ""},
        {R"({"website":"https://www.facebook.com/AlphaCoffee"})", "facebook:alphacoffee limit=50", "", ""},
        {R"({"social_media_link":"https://alphacoffee.com"})", "+alphacoffee.com limit=50", "", ""},
        {R"({"website":"","social_media_link":"https://alphacoffee.com"})", "+alphacoffee.com limit=50", "", ""},
        {R"({"social_media_link":"https://instagram.com/betabakes/","website":"alphacoffee.com"})",
         "alphacoffee.com +instagram:betabakes limit=50", "", ""},
        {R"({"website":"https://www.instagram.com/p/CxYz123/"})", "none limit=50", "", ""},
        {R"({"website":"joesplumbing@gmail.com","social_media_link":"https://twitter.com/intent/tweet?text=hi"})",
         "none +none limit=50", "", ""},
        {"{\"website\":\"alphacoffee.com/" + repeat("x", 2032) + "\"}", plain_enrichment, "", ""},
        {"{\"website\":\"" + repeat(" ", 3000) + "alphacoffee.com \"}", plain_enrichment, "", ""},
    });
    check({
        {"{\"website\":\"alphacoffee.com/" + repeat("x", 2033) + "\"}", 422, "website",
         "website: expected at most 2048 bytes, got 2049"},
        {"{\"website\":\"" + repeat("é", 1025) + "\"}", 422, "website", "at most 2048 bytes, got 2050"},
        {"{\"website\":\"" + repeat("a.", 5000) + "com\"}", 422, "website", "at most 2048 bytes"},
        {"{\"website\":\"" + repeat(" ", 2049) + "\"}", 422, "website", "website or social_media_link is required"},
        {"{\"social_media_link\":\"" + repeat("x", 2049) + "\"}", 422, "social_media_link",
         "at most 2048 bytes, got 2049"},
        {R"({"website":"alphacoffee.com\u0000"})", 422, "website", "got a NUL character (\\u0000) at byte 16"},
        {R"({"website":"\u0000"})", 422, "website", "NUL character"},
        {R"({"website":"alpha\u0000coffee.com"})", 422, "website", "NUL character"},
        {R"({"website":"alphacoffee.com","social_media_link":"https://x.com/a\u0000b"})", 422, "social_media_link",
         "NUL character"},
        {R"({"website":5})", 422, "website", "website: expected a string, got the number 5"},
        {R"({"website":true})", 422, "website", "expected a string, got true"},
        {R"({"website":["alphacoffee.com"]})", 422, "website", "expected a string, got an array"},
        {R"({"website":{"url":"alphacoffee.com"}})", 422, "website", "expected a string, got an object"},
        {R"({"website":"alphacoffee.com","social_media_link":0})", 422, "social_media_link",
         "social_media_link: expected a string, got the number 0"},
        {R"({"website":"alphacoffee.com","social_media_link":["x"]})", 422, "social_media_link", "got an array"},
    });
}

TEST(Fields, RefusedLinksNameTheFieldAndNoSecrets) {
    for (const char* website : {"localhost", "http://192.168.1.1/", "http://[::1]/", "co.uk", "javascript:alert(1)",
                                "ftp://alphacoffee.com", "http://a..com", "https://", "http://0x7f.1/"}) {
        check({{"{\"website\":\"" + std::string(website) + "\"}", 422, "website",
                "website: cannot use \"" + std::string(website) + "\": "},
               {"{\"website\":\"alphacoffee.com\",\"social_media_link\":\"" + std::string(website) + "\"}", 422,
                "social_media_link", "social_media_link: "}});
    }
    check({{R"({"social_media_link":"@alphacoffee"})", 422, "social_media_link", "social_media_link: "}});
    EnrichEndpoint endpoint;
    for (const char* body :
         {R"({"website":"https://user:hunter2@localhost/"})", R"({"website":"localhost?key=hunter2"})",
          R"({"website":"localhost#hunter2"})", R"({"website":"hunter2@localhost"})"}) {
        const Answer& answer = endpoint.answer(*sample_index().generation, body, false);
        EXPECT_EQ(answer.status, 422) << body;
        EXPECT_EQ(answer.body.find("hunter2"), std::string::npos) << answer.body;
        EXPECT_EQ(answer.key, "");
    }
}

TEST(Fields, Duplicates) {
    check({
        {R"({"website":"alphacoffee.com","website":"alphacoffee.com"})", 422, "website",
         "website: the field stands twice"},
        {R"({"website":"alphacoffee.com","\u0077ebsite":"beta.com"})", 422, "website", "stands twice"},
        {R"({"\u0077\u0065bsite":"alphacoffee.com","website":"beta.com"})", 422, "website", "stands twice"},
        {R"({"website":null,"website":"alphacoffee.com"})", 422, "website", "stands twice"},
        {R"({"website":"alphacoffee.com","website":null})", 422, "website", "stands twice"},
        {R"({"website":"alphacoffee.com","social_media_link":"","social_media_link":""})", 422, "social_media_link",
         "twice"},
        {with(R"("limit":1,"limit":1)"), 422, "limit", "stands twice"},
        {with(R"("limit":1,"limi\u0074":2)"), 422, "limit", "stands twice"},
        {with(R"("estimate_total":true,"estimate_total":false)"), 422, "estimate_total", "stands twice"},
        {with(R"("location":{},"location":[])"), 422, "location", "location: the field stands twice in the body"},
        {at(R"({"lat":1,"lat":1,"long":1})"), 422, "location[0].lat", "stands twice in the object"},
        {at(R"([{},{"country":"US","countr\u0079":"US"}])"), 422, "location[1].country", "stands twice"},
        {at(R"({"state":"CA","state":null})"), 422, "location[0].state", "stands twice"},
        {at(R"({"city":"a","city":"b"})"), 422, "location[0].city", "stands twice"},
        {at(R"({"zip_code":[],"zip_code":[]})"), 422, "location[0].zip_code", "stands twice"},
        {at(R"({"long":1,"long":1})"), 422, "location[0].long", "stands twice"},
        {at(R"({"geo_radius":1,"geo_radius":1})"), 422, "location[0].geo_radius", "stands twice"},
    });
    check({
        {with(R"("x":1,"x":2)"), plain_enrichment, "x", ""},
        {at(R"([{"country":"US"},{"country":"US"}])"), plain_enrichment + " [US] [US]", "", ""},
    });
}

TEST(Fields, UnknownOnesAreNamed) {
    check({
        {with(R"("frobnicate":1)"), plain_enrichment, "frobnicate", ""},
        {with(R"("pagination":[1,"x"])"), plain_enrichment, "pagination", ""},
        {with(R"("Limit":99,"query":"\u0000")"), plain_enrichment, "Limit, query", ""},
        {with(R"("a":1,"b":{},"a":2,"c":[])"), plain_enrichment, "a, b, c", ""},
        {with(R"("":1)"), plain_enrichment, "(empty)", ""},
        {with(R"("a b":1,"a,b":2,"a\"b":3,"a%b":4)"), plain_enrichment, "a%20b, a%2Cb, a%22b, a%25b", ""},
        {with(R"("x\r\nSet-Cookie: a=b":1)"), plain_enrichment, "x%0D%0ASet-Cookie%3A%20a%3Db", ""},
        {with(R"("a\u0000b":1,"\u001f":1,"é":1)"), plain_enrichment, "a%00b, %1F, %C3%A9", ""},
        {with("\"" + repeat("k", 64) + "\":1"), plain_enrichment, repeat("k", 64), ""},
        {with("\"" + repeat("k", 65) + "\":1"), plain_enrichment, repeat("k", 64) + "...", ""},
        {with("\"" + repeat("é", 5000) + "\":1"), plain_enrichment, repeat("%C3%A9", 10) + "%C3...", ""},
        {with(R"("1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"10":0,"11":0,"12":0)"), plain_enrichment,
         "1, 2, 3, 4, 5, 6, 7, 8, 9, 10", ""},
        {at(R"({"country":"US","lon":1})"), plain_enrichment + " [US]", "location.lon", ""},
        {at(R"([{"country":"US","lon":1,"zipcode":2},{"country":"US","lon":3}])"), plain_enrichment + " [US] [US]",
         "location.lon, location.zipcode", ""},
        {with(R"("lon":1,"location":{"country":"US","lon":1})"), plain_enrichment + " [US]", "lon, location.lon", ""},
    });
}

TEST(Fields, StrictRefusesUnknownOnes) {
    check(
        {
            {with(R"("frobnicate":1)"), 422, "frobnicate",
             "frobnicate: unknown field; expected one of website, social_media_link, location, limit, estimate_total, "
             "cursor"},
            {with(R"("Cursor":null)"), 422, "Cursor", "unknown field"},
            {with(R"("a\r\nb":1)"), 422, "a%0D%0Ab", "unknown field"},
            {at(R"({"lon":1})"), 422, "location[0].lon",
             "unknown field; expected one of country, state, city, zip_code, lat, long, geo_radius"},
            {at(R"([{},{"zipcode":"1"}])"), 422, "location[1].zipcode", "unknown field"},
            {R"({"url":"alphacoffee.com"})", 422, "url", "unknown field"},
            {R"({"limit":51,"x":1})", 422, "limit", "maximum limit is 50"},
        },
        true);
    check({{with(R"("limit":2,"location":{"city":"Paris","country":"FR"},"estimate_total":true)"),
            "alphacoffee.com limit=2 total [FR city=Paris]", "", ""}},
          true);
}

}  // namespace
}  // namespace bizrec::api
