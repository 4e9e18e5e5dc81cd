// Lists and filters of a search request: the bounds of each, and the query that each gives.
#include <gtest/gtest.h>

#include "t/unit/api/search_table.hpp"

namespace bizrec::api {
namespace {

std::string given(const std::string& field, const std::string& value) {
    return "{\"" + field + "\":" + value + "}";
}

std::string list_of(std::size_t count, const std::string& element) {
    return "[" + repeat(element + ",", count - 1) + element + "]";
}

TEST(SearchLists, Words) {
    struct List {
        std::string field, shown;
        std::size_t at_most;
    };
    for (const List& list :
         {List{"tags", "tags=", 100}, {"include_keywords", "+words=", 64}, {"exclude_keywords", "-words=", 64}}) {
        const auto body = [&](const std::string& value) { return given(list.field, value); };
        const std::string most = std::to_string(list.at_most);
        check_search({
            {body("[]"), plain_search, "", ""},
            {body("[null,\"\",\" \"]"), plain_search, list.field, ""},
            {body(R"(["  Coffee Shop\u3000",null,"bar"])"), list.shown + "Coffee Shop|bar limit=50", "", ""},
            {body("[\"" + repeat("é", 200) + "\"]"), list.shown + repeat("é", 200) + " limit=50", "", ""},
            {body(list_of(list.at_most, "\"a\"")), list.shown + repeat("a|", list.at_most - 1) + "a limit=50", "", ""},
        });
        check_search({
            {body(list_of(list.at_most + 1, "\"a\"")), 422, list.field,
             list.field + ": expected at most " + most + " elements, got " + std::to_string(list.at_most + 1)},
            {body(list_of(list.at_most + 1, "null")), 422, list.field, "expected at most " + most + " elements"},
            {body("[\"a\",\"" + repeat("x", 201) + "\"]"), 422, list.field + "[1]",
             list.field + "[1]: expected at most 200 characters, got 201"},
            {body(R"(["a",null,"b",4])"), 422, list.field + "[3]", "expected a string, got the number 4"},
            {body(R"(["\u0000"])"), 422, list.field + "[0]", "NUL character"},
            {body(R"([["a"]])"), 422, list.field + "[0]", "expected a string, got an array"},
            {body("\"a\""), 422, list.field, list.field + R"(: expected an array of strings, got a string "a")"},
            {body("5"), 422, list.field, "expected an array of strings, got the number 5"},
            {body("{}"), 422, list.field, "expected an array of strings, got an object"},
        });
    }
}

TEST(SearchLists, ExcludedDomains) {
    const std::string field = "exclude_root_domains";
    const auto body = [&](const std::string& value) { return given(field, value); };
    check_search({
        {body("[]"), plain_search, "", ""},
        {body(R"(["https://www.Beta.com/x?y","alpha.co.uk","BETA.com"," beta.com ",null,""])"),
         "-domains=alpha.co.uk|beta.com|beta.com(beta.com/x) limit=50", "", ""},
        {body(R"(["facebook.com/alpha","joes.github.io"])"), "-domains=facebook:alpha|joes.github.io limit=50", "", ""},
        {body(list_of(10000, "\"beta.com\"")), "-domains=beta.com limit=50", "", ""},
    });
    check_search({
        {body(list_of(10001, "\"beta.com\"")), 422, field,
         "exclude_root_domains: expected at most 10000 elements, got 10001"},
        {body(R"(["beta.com",null,"localhost"])"), 422, field + "[2]",
         R"(exclude_root_domains[2]: cannot use "localhost": )"},
        {body(R"(["co.uk"])"), 422, field + "[0]", "cannot use \"co.uk\""},
        {body("[\"" + repeat("a.", 1023) + "com\"]"), 422, field + "[0]", "expected at most 2048 bytes, got 2049"},
        {body(R"([1])"), 422, field + "[0]", "expected a string, got the number 1"},
        {body(R"("beta.com")"), 422, field, "expected an array of strings"},
    });
}

// A list whose texts all name no business ("+domains=none") finds nothing. An empty or missing list does not filter.
TEST(SearchLists, IncludedDomains) {
    const std::string field = "include_root_domains";
    const auto body = [&](const std::string& value) { return given(field, value); };
    check_search({
        {body("[]"), plain_search, "", ""},
        {body("null"), plain_search, "", ""},
        {body(R"(["https://www.Beta.com/x?y","alpha.co.uk","BETA.com",null,""])"),
         "+domains=alpha.co.uk|beta.com|beta.com(beta.com/x) limit=50", "", ""},
        {body(R"(["somebody@gmail.com"])"), "+domains=none limit=50", "", ""},
        {body(list_of(1000, "\"beta.com\"")), "+domains=beta.com limit=50", "", ""},
    });
    check_search({
        {body(list_of(1001, "\"beta.com\"")), 422, field,
         "include_root_domains: expected at most 1000 elements, got 1001"},
        {body(R"(["beta.com","localhost"])"), 422, field + "[1]",
         R"(include_root_domains[1]: cannot use "localhost": )"},
        {body(R"("beta.com")"), 422, field, "expected an array of strings"},
    });
}

TEST(SearchLists, DomainsThatNameNobodyAreNoted) {
    SearchEndpoint endpoint;
    const store::Generation& generation = *sample_index().generation;
    const Answer& noted =
        answer_of(endpoint, generation, R"({"exclude_root_domains":["beta.com","a@gmail.com","b@gmail.com"]})");
    EXPECT_EQ(noted.status, 200) << noted.body;
    EXPECT_EQ(noted.identity_note.substr(0, 25), "exclude_root_domains[1]: ") << noted.identity_note;
    EXPECT_GT(noted.identity_note.size(), 25U);
    EXPECT_EQ(answer_of(endpoint, generation, "{}").identity_note, "");
    const Answer& refused =
        answer_of(endpoint, generation, R"({"exclude_root_domains":["https://u:hunter2@localhost"]})");
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(refused.body.find("hunter2"), std::string::npos) << refused.body;
}

TEST(SearchFilters, Ownership) {
    const std::string field = "ownership_type";
    const auto body = [&](const std::string& value) { return given(field, value); };
    check_search({
        {body("\"INDEPENDENT\""), "ownerships=2 limit=50", "", ""},
        {body("\"family\""), "ownerships=4 limit=50", "", ""},
        {body("\" FranChise \""), "ownerships=8 limit=50", "", ""},
        {body("\"chain\""), "ownerships=16 limit=50", "", ""},
        {body(R"(["chain","Family",null,"CHAIN",""])"), "ownerships=20 limit=50", "", ""},
        {body("[]"), plain_search, "", ""},
        {body("\"\""), plain_search, "", ""},
        {body("null"), plain_search, "", ""},
    });
    check_search({
        {body("\"franchised\""), 422, field,
         R"(ownership_type: expected INDEPENDENT, FAMILY, FRANCHISE or CHAIN, got a string "franchised")"},
        {body(R"(["chain","unknown"])"), 422, field + "[1]", "INDEPENDENT, FAMILY, FRANCHISE or CHAIN"},
        {body("[1]"), 422, field + "[0]", "expected a string, got the number 1"},
        {body("1"), 422, field, "expected a string or an array of strings, got the number 1"},
        {body("{}"), 422, field, "got an object"},
        {body("\"cha\\u0000in\""), 422, field, "NUL character"},
    });
}

struct Range {
    std::string field, shown;
    std::string least, most;        // smallest and largest valid value; most: any valid one if there is no largest
    std::string below, above;       // invalid values; above "" = there is no largest valid value
    std::string at_least, at_most;  // how show() writes an end that the request does not give
    std::string expected;           // part of the message
};

TEST(SearchFilters, Numbers) {
    for (const Range& range : {
             Range{"locations", "stores=", "0", "7", "-1", "", "", "", "an integer of 0 or more"},
             {"total_reviews", "reviews=", "0", "7", "-1", "", "", "", "an integer of 0 or more"},
             {"price_tier", "tier=", "1", "4", "0", "5", "1", "4", "an integer from 1 to 4"},
             {"overall_rating", "rating=", "0", "5", "-0.1", "5.001", "0", "5", "a number from 0 to 5"},
         }) {
        const std::string least = "min_" + range.field;
        const std::string most = "max_" + range.field;
        const std::string low = range.least == "0" && range.at_least.empty() ? "" : range.least;
        check_search({
            {given(least, range.most), range.shown + range.most + ".." + range.at_most + " limit=50", "", ""},
            {given(most, range.most), range.shown + range.at_least + ".." + range.most + " limit=50", "", ""},
            {given(least, range.least), range.shown + low + ".." + range.at_most + " limit=50", "", ""},
            {"{\"" + least + "\":2,\"" + most + "\":2.0}", range.shown + "2..2 limit=50", "", ""},
            {"{\"" + most + "\":3e0,\"" + least + "\":2}", range.shown + "2..3 limit=50", "", ""},
            {given(least, "null"), plain_search, "", ""},
            {given(most, "\"\""), plain_search, "", ""},
        });
        for (const std::string& field : {least, most}) {
            check_search({
                {given(field, range.below), 422, field,
                 field + ": expected " + range.expected + ", got the number " + range.below},
                {given(field, "\"2\""), 422, field, "got a string \"2\""},
                {given(field, "true"), 422, field, "got true"},
                {given(field, "[2]"), 422, field, "got an array"},
            });
            if (!range.above.empty()) {
                check_search({{given(field, range.above), 422, field, "expected " + range.expected + ", got "}});
            }
        }
        check_search({{"{\"" + most + "\":2,\"" + least + "\":3}", 422, least, least + ": must not be above " + most}});
    }
}

TEST(SearchFilters, FoundingYears) {
    check_search({
        {given("min_founded_year", "1987"), "founded=1987.. limit=50", "", ""},
        {given("max_founded_year", "1987"), "founded=..1987 limit=50", "", ""},
        {given("min_founded_year", "1000"), "founded=.. limit=50", "", ""},
        {R"({"min_founded_year":1987,"max_founded_year":1987.0})", "founded=1987..1987 limit=50", "", ""},
        {given("min_founded_year", "null"), plain_search, "", ""},
    });
    for (const std::string field : {"min_founded_year", "max_founded_year"}) {
        for (const std::string value : {"999", "2101", "0", "-1", "1e300"}) {
            check_search({{given(field, value), 422, field,
                           field + ": expected an integer from 1000 to 2100, got the number "}});
        }
        check_search({{given(field, "\"1987\""), 422, field, "got a string \"1987\""},
                      {given(field, "1987.5"), 422, field, "expected an integer, got the number 1987.5"}});
    }
    check_search({{R"({"min_founded_year":1988,"max_founded_year":1987})", 422, "min_founded_year",
                   "min_founded_year: must not be above max_founded_year"}});
}

TEST(SearchFilters, NumbersBeyondTheColumn) {
    check_search({
        {given("min_locations", "4294967294"), "stores=4294967294.. limit=50", "", ""},
        {given("max_locations", "18446744073709551615"), "stores=.. limit=50", "", ""},
        {given("min_total_reviews", "1e300"), "reviews=4294967294.. limit=50", "", ""},
        {given("min_overall_rating", "4.3"), "rating=4.3..5 limit=50", "", ""},
    });
    check_search({
        {given("min_price_tier", "2.5"), 422, "min_price_tier", "expected an integer, got the number 2.5"},
        {given("min_locations", "0.5"), 422, "min_locations", "expected an integer, got the number 0.5"},
        {given("min_overall_rating", "1e300"), 422, "min_overall_rating", "a number from 0 to 5"},
    });
}

TEST(SearchFilters, Flags) {
    struct Flag {
        std::string field, bit;
    };
    for (const Flag& flag : {Flag{"has_website", "1"}, {"has_valid_website", "2"}, {"has_contact_info", "4"}}) {
        check_search({
            {given(flag.field, "true"), "with=" + flag.bit + " limit=50", "", ""},
            {given(flag.field, "false"), "without=" + flag.bit + " limit=50", "", ""},
            {given(flag.field, "null"), plain_search, "", ""},
        });
        check_search({
            {given(flag.field, "1"), 422, flag.field, flag.field + ": expected true or false, got the number 1"},
            {given(flag.field, "\"true\""), 422, flag.field, "got a string \"true\""},
        });
    }
}

TEST(SearchFilters, Times) {
    for (const std::string name : {"open_date", "info_updated"}) {
        const std::string after = name + "_after";
        const std::string before = name + "_before";
        const std::string shown = name == "open_date" ? "opened=" : "refreshed=";
        check_search({
            {given(after, "\"2024-02-29\""), shown + "1709164800.. limit=50", "", ""},
            {given(before, "\"2024-02-29\""), shown + "..1709251199 limit=50", "", ""},
            {given(after, "\"2024-02-29T00:00:10Z\""), shown + "1709164810.. limit=50", "", ""},
            {given(before, "\"2024-02-29T00:00:10Z\""), shown + "..1709164810 limit=50", "", ""},
            {given(before, "\"2024-02-29T02:00:10.5+02:00\""), shown + "..1709164810 limit=50", "", ""},
            {given(after, "\"2024-02-28t22:00:10-02:00\""), shown + "1709164810.. limit=50", "", ""},
            {given(after, "1709164810"), shown + "1709164810.. limit=50", "", ""},
            {given(before, "-1.0"), shown + "..-1 limit=50", "", ""},
            {given(before, "253402300799"), shown + "..253402300799 limit=50", "", ""},
            {given(after, "-62135596800"), shown + "-62135596800.. limit=50", "", ""},
            {given(after, "\"\""), plain_search, "", ""},
            {given(before, "null"), plain_search, "", ""},
            {"{\"" + after + R"(":"2024-02-29",")" + before + R"(":"2024-02-29"})",
             shown + "1709164800..1709251199 limit=50", "", ""},
        });
        for (const std::string& field : {after, before}) {
            for (const std::string milliseconds : {"1578182400000", "1767225600000000", "253402300800", "-62135596801",
                                                   "9223372036854775807", "1e300"}) {
                check_search({{given(field, milliseconds), 422, field, "; are these milliseconds?"}});
            }
            for (const std::string value :
                 {"\"2024-02-30\"", "\"2024-2-3\"", "\"2024\"", "\"yesterday\"", "\"1709164810\"", "\" 2024-02-29\"",
                  "\"2024-02-29T00:00:10\"", "\"2024-02-29T00:00:10.25\"", "\"2024-02-29T24:00:00Z\"",
                  "\"2024-02-29T00:00:10+0200\"", "1.5", "true", "[]", "{}", "\"2024-02-29\\u0000\""}) {
                check_search({{given(field, value), 422, field,
                               field + ": expected a date (2024-05-31), a date-time with its offset "
                                       "(2024-05-31T18:30:00Z) or Unix seconds, got "}});
            }
        }
        check_search({{"{\"" + after + R"(":"2024-03-01",")" + before + R"(":"2024-02-29"})", 422, after,
                       after + ": must not be later than " + before}});
    }
}

}  // namespace
}  // namespace bizrec::api
