// query, store_name, limit, estimate_total, cursor, location, duplicates and unknown fields of a search request.
#include <gtest/gtest.h>

#include "bizrec/api/search_fields.hpp"
#include "t/unit/api/search_table.hpp"

namespace bizrec::api {
namespace {

const std::string some_id = "a0000000-0000-4000-8000-0000000001f5";

std::string one(const std::string& field) {
    return "{" + field + "}";
}

TEST(SearchFields, NothingIsRequired) {
    check_search({
        {"{}", plain_search, "", ""},
        {R"({"query":null,"store_name":"","tags":null,"limit":null,"location":null,"cursor":null})", plain_search, "",
         ""},
        {R"({"query":" \t\n\u00a0\u3000","store_name":"  ","tags":"","cursor":" ","location":[]})", plain_search, "",
         ""},
    });
}

// A note names a list that has only blank texts. Such a list has no effect, so the search finds more rows than the
// client expects, and each row costs credits.
TEST(SearchFields, ListsOfBlanksAloneAreNamed) {
    for (const std::string field : {"tags", "include_keywords", "exclude_keywords", "include_root_domains",
                                    "exclude_root_domains", "ownership_type"}) {
        check_search({
            {one("\"" + field + "\":[]"), plain_search, "", ""},
            {one("\"" + field + "\":[null,\"\",\" \"]"), plain_search, field, ""},
        });
    }
}

TEST(SearchFields, PaginationIsToldHowToPage) {
    check_search({{R"({"query":"coffee","pagination":{"page":2}})", 422, "pagination",
                   "for the next page send the last row's \"cursor\""}});
}

TEST(SearchFields, PaginationWithoutAValueIsAnyUnknownField) {
    for (const std::string empty : {"null", "\"\"", "\" \""}) {
        const std::string body = one("\"pagination\":" + empty);
        check_search({{body, plain_search, "pagination", ""}});
        check_search({{body, 422, "pagination", "pagination: unknown field; expected one of query, "}}, true);
    }
    for (const std::string value : {"{}", "[]", "1", "false", "\"2\""}) {
        check_search({{one("\"pagination\":" + value), 422, "pagination", "\"cursor\""}});
    }
}

TEST(SearchFields, Texts) {
    for (const std::string field : {"query", "store_name"}) {
        const std::string shown = field == "query" ? "query=" : "name=";
        const auto given = [&](const std::string& value) { return one("\"" + field + "\":" + value); };
        check_search({
            {given("\"coffee\""), shown + "coffee limit=50", "", ""},
            {given(R"("\u3000 \u00a0coffee  in Austin\r\n\u00a0")"), shown + "coffee  in Austin limit=50", "", ""},
            {given(R"("\u6a2a\u6d5c \ud83d\ude00")"), shown + "横浜 😀 limit=50", "", ""},
            {given("\"" + repeat("é", 500) + "\""), shown + repeat("é", 500) + " limit=50", "", ""},
            {given("\"" + repeat(" ", 9000) + repeat("x", 500) + repeat("\\u3000", 900) + "\""),
             shown + repeat("x", 500) + " limit=50", "", ""},
        });
        check_search({
            {given("\"" + repeat("x", 501) + "\""), 422, field, field + ": expected at most 500 characters, got 501"},
            {given("\"" + repeat("😀", 501) + "\""), 422, field, "expected at most 500 characters, got 501"},
            {given("\"x" + repeat(" ", 500) + "y\""), 422, field, "expected at most 500 characters, got 502"},
            {given("\"" + repeat("x", 900000) + "\""), 422, field, "at most 500 characters, got 900000"},
            {given(R"("a\u0000b")"), 422, field, "got a NUL character (\\u0000) at byte 2"},
            {given("5"), 422, field, field + ": expected a string, got the number 5"},
            {given("false"), 422, field, "expected a string, got false"},
            {given("[\"coffee\"]"), 422, field, "expected a string, got an array"},
            {given("{}"), 422, field, "expected a string, got an object"},
        });
    }
}

TEST(SearchFields, Limit) {
    check_search({
        {R"({"limit":1})", "limit=1", "", ""},
        {R"({"limit":1000})", "limit=1000", "", ""},
        {R"({"limit":1e3})", "limit=1000", "", ""},
        {R"({"limit":0})", plain_search, "", ""},
        {R"({"limit":-1})", plain_search, "", ""},
        {R"({"limit":-1e300})", plain_search, "", ""},
        {R"({"limit":""})", plain_search, "", ""},
    });
    check_search({
        {R"({"limit":1001})", 422, "limit", "limit: maximum limit is 1000, got the number 1001"},
        {R"({"limit":4294967297})", 422, "limit", "maximum limit is 1000"},
        {R"({"limit":18446744073709551615})", 422, "limit", "maximum limit is 1000"},
        {R"({"limit":1e300})", 422, "limit", "maximum limit is 1000"},
        {R"({"limit":"10"})", 422, "limit", R"(limit: expected an integer, got a string "10")"},
        {R"({"limit":1.5})", 422, "limit", "expected an integer, got the number 1.5"},
        {R"({"limit":true})", 422, "limit", "expected an integer, got true"},
    });
}

TEST(SearchFields, TheGreatestLimitIsTheOperators) {
    SearchRequestParser parser;
    search::SearchQuery query;
    RequestNotes notes;
    ApiError error;
    const auto parse = [&](const char* body, std::uint32_t greatest) {
        return parser.parse(body, false, greatest, *sample_index().generation, query, notes, error);
    };
    EXPECT_FALSE(parse(R"({"limit":11})", 10));
    EXPECT_EQ(error.message, "limit: maximum limit is 10, got the number 11");
    ASSERT_TRUE(parse("{}", 10));
    EXPECT_EQ(query.limit, 10U);
    ASSERT_TRUE(parse(R"({"limit":0})", 10));
    EXPECT_EQ(query.limit, 10U);
    ASSERT_TRUE(parse(R"({"limit":5000})", 5000));
    EXPECT_EQ(query.limit, 5000U);
    ASSERT_TRUE(parse("{}", 5000));
    EXPECT_EQ(query.limit, 50U);
}

TEST(SearchFields, EstimateTotal) {
    check_search({
        {R"({"estimate_total":true})", plain_search + " total", "", ""},
        {R"({"estimate_total":false})", plain_search, "", ""},
        {R"({"estimate_total":null})", plain_search, "", ""},
    });
    check_search({{R"({"estimate_total":1})", 422, "estimate_total", "expected true or false, got the number 1"}});
}

TEST(SearchFields, Cursor) {
    const auto cursor = [](const std::string& score, const std::string& id) {
        return R"({"cursor":[)" + score + ",\"" + id + "\"]}";
    };
    const std::string none = "@none", max_id = "ffffffff-ffff-ffff-ffff-ffffffffffff";
    check_search({
        {cursor("41562", some_id), plain_search + " cursor=41562@" + some_id, "", ""},
        {cursor("41562.0", some_id), plain_search + " cursor=41562@" + some_id, "", ""},
        {cursor("4.1562E4", some_id), plain_search + " cursor=41562@" + some_id, "", ""},
        {cursor("0", some_id), plain_search + " cursor=0@" + some_id, "", ""},
        {cursor("-0.0", some_id), plain_search + " cursor=0@" + some_id, "", ""},
        {cursor("7", "A0000000-0000-4000-8000-0000000001F5"), plain_search + " cursor=7@" + some_id, "", ""},
        {cursor("7", "00000000-0000-0000-0000-000000000000"),
         plain_search + " cursor=7@00000000-0000-0000-0000-000000000000", "", ""},
        // A score between two rows' scores: no row of the higher score is left, and all rows of the lower one are.
        {cursor("41562.25", some_id), plain_search + " cursor=41563" + none, "", ""},
        {cursor("41563", max_id), plain_search + " cursor=41563@" + max_id, "", ""},
        {cursor("1e-300", some_id), plain_search + " cursor=1" + none, "", ""},
        // A score above all others: all rows are left.
        {cursor("16777216", some_id), plain_search + " cursor=16777216@" + some_id, "", ""},
        {cursor("4294967296", some_id), plain_search + " cursor=16777216@" + some_id, "", ""},
        {cursor("18446744073709551615", some_id), plain_search + " cursor=16777216@" + some_id, "", ""},
        {cursor("1e300", some_id), plain_search + " cursor=16777216@" + some_id, "", ""},
    });
    for (const std::string& value :
         {std::string("5"), std::string("true"), std::string("{}"), std::string("[]"), std::string("\"abc\""),
          "\"" + some_id + "\"", std::string("[5]"), "[\"" + some_id + "\"]", "[5,\"" + some_id + "\",1]"}) {
        check_search({{R"({"cursor":)" + value + "}", 422, "cursor",
                       "cursor: expected an array of a match_score and an id, got "}});
    }
    for (const std::string score : {"-1", "-0.5", "null", "\"5\"", "true", "[]", "{}"}) {
        check_search({{cursor(score, some_id), 422, "cursor",
                       "cursor: expected a match_score of 0 or more as its first element, got "}});
    }
    for (const std::string id :
         {"", "abc", "a0000000-0000-4000-8000-0000000001f", "a0000000-0000-4000-8000-0000000001fg",
          "a000000000004000800000000000001f5", "{a0000000-0000-4000-8000-0000000001f5}",
          "a0000000-0000-4000-8000-0000000001f5 ", "a0000000-0000-4000-8000-00000000\\u00001f"}) {
        check_search(
            {{cursor("5", id), 422, "cursor", "cursor: expected an id (a UUID) as its second element, got a string"}});
    }
    check_search({{R"({"cursor":[5,null]})", 422, "cursor", "got null"},
                  {R"({"cursor":[5,7]})", 422, "cursor", "got the number 7"},
                  {cursor("1e999", some_id), 400, "", "a number that a double cannot hold"}});
}

TEST(SearchFields, Location) {
    check_search({
        {R"({"location":{}})", plain_search + " [US]", "", "location[0].country=US"},
        {R"({"location":[{"country":"FR","city":" Paris "},{"lat":1,"long":2}]})",
         plain_search + " [FR city=Paris] [US @10000000,20000000~50000]", "",
         "location[1].country=US, location[1].geo_radius=50000"},
        {R"({"query":"coffee","location":{"country":"US","lon":1},"x":2})", "query=coffee limit=50 [US]",
         "location.lon, x", ""},
    });
    check_search({
        {R"({"location":[{},{"lat":91,"long":1}]})", 422, "location[1].lat", "a number from -90 to 90"},
        {R"({"location":"Austin"})", 422, "location", R"(got a string "Austin")"},
    });
}

TEST(SearchFields, DuplicatesOfEveryField) {
    for (const std::string_view name : search_field_names) {
        const std::string field = "\"" + std::string(name) + "\":null";
        check_search({{"{" + field + "}", plain_search, "", ""}});
        check_search({{"{" + field + "," + field + "}", 422, std::string(name),
                       std::string(name) + ": the field stands twice in the body"}});
    }
    check_search({{R"({"query":"a","quer\u0079":"a"})", 422, "query", "stands twice"}});
}

TEST(SearchFields, UnknownOnes) {
    check_search({
        {R"({"Query":"coffee","website":"x.com","zip_code":["1"]})", plain_search, "Query, website, zip_code", ""},
        {R"({"x\r\ny":1})", plain_search, "x%0D%0Ay", ""},
    });
    check_search(
        {
            {R"({"zipcode":1})", 422, "zipcode",
             "zipcode: unknown field; expected one of query, location, limit, estimate_total, cursor, tags, "},
            {R"({"location":{"lon":1}})", 422, "location[0].lon", "unknown field"},
            {R"({"limit":1001,"x":1})", 422, "limit", "maximum limit is 1000"},
        },
        true);
    check_search(
        {{R"({"query":"coffee","tags":["a"],"has_website":true})", "query=coffee tags=a with=1 limit=50", "", ""}},
        true);
}

TEST(SearchFields, EveryFieldAtOnce) {
    check_search(
        {{R"({"query":"coffee","store_name":"alpha","tags":["cafe"],"include_keywords":["wifi"],)"
          R"("exclude_keywords":["bar"],"include_root_domains":["alpha.com"],"exclude_root_domains":["beta.com"],"ownership_type":"chain",)"
          R"("min_locations":1,"max_locations":2,"min_price_tier":1,"max_price_tier":2,)"
          R"("min_total_reviews":3,"max_total_reviews":4,"min_overall_rating":1,"max_overall_rating":4.5,)"
          R"("has_website":true,"has_valid_website":false,"has_contact_info":true,)"
          R"("min_founded_year":1900,"max_founded_year":2000,)"
          R"("open_date_after":0,"open_date_before":1,"info_updated_after":2,"info_updated_before":3,)"
          R"("location":{"country":"FR"},"limit":5,"estimate_total":true,"cursor":[9,")" +
              some_id + "\"]}",
          "query=coffee name=alpha tags=cafe +words=wifi -words=bar +domains=alpha.com -domains=beta.com ownerships=16 "
          "stores=1..2 tier=1..2 reviews=3..4 rating=1..4.5 opened=0..1 refreshed=2..3 founded=1900..2000 with=5 "
          "without=2 "
          "limit=5 total cursor=9@" +
              some_id + " [FR]",
          "", ""},
         {"{}", plain_search, "", ""}});
}

TEST(SearchFields, TheBodyIsJson) {
    check_search({
        {"", 400, "", "the body is empty"},
        {"[]", 400, "", "the body is an array"},
        {R"({"query":"coffee")", 400, "", "not valid JSON"},
        {"{\"query\":\"\xFF\"}", 400, "", "invalid UTF-8"},
        {R"({"x":)" + repeat("[", 16) + repeat("]", 16) + "}", 400, "", "nested deeper than 16 levels"},
    });
}

}  // namespace
}  // namespace bizrec::api
