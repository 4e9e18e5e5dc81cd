// The full search gives the rows of the id-only search with their records. A request for the records of these ids gives
// the same records, byte for byte.
#include <simdjson.h>

#include <gtest/gtest.h>

#include <random>

#include "bizrec/api/records_answer.hpp"
#include "bizrec/api/search_answer.hpp"
#include "bizrec/base/ascii.hpp"
#include "t/unit/api/search_rows.hpp"
#include "t/unit/api/search_sample.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::api {
namespace {

std::string answer_as(SearchEndpoint& endpoint, const std::string& body, SearchRows rows) {
    EndpointRequest request;
    request.generation = &search_sample();
    request.body = body;
    request.rows = rows;
    if (endpoint.start(request)) {
        endpoint.run();
    }
    EXPECT_EQ(endpoint.answer().status, 200) << body << "\n" << endpoint.answer().body;
    return endpoint.answer().body;
}

const Answer& hydrate(RecordsEndpoint& endpoint, const std::string& arguments, const std::string& body = {},
                      bool strict = false) {
    EndpointRequest request;
    request.generation = &search_sample();
    request.body = body;
    request.arguments = arguments;
    request.strict = strict;
    if (endpoint.start(request)) {
        endpoint.run();
    }
    return endpoint.answer();
}

class Bodies {
public:
    std::string next() {
        std::string body = "{";
        add(body, 3, R"("query":")" + words() + "\"");
        add(body, 1, R"("store_name":")" + words() + "\"");
        add(body, 1, R"("tags":["cafe","Book Store"])");
        add(body, 1, R"("location":{"city":")" + one_of({"Austin", "Oakland", "Portland"}) + "\"}");
        add(body, 1, R"("min_locations":)" + std::to_string(below(5)));
        add(body, 1, R"("has_website":)" + one_of({"true", "false"}));
        add(body, 1, R"("include_keywords":["gamma"])");
        add(body, 2, R"("estimate_total":true)");
        add(body, 2, R"("limit":)" + std::to_string(1 + below(20)));
        add(body, 1, cursor_.empty() ? R"("limit_":1)" : "\"cursor\":" + cursor_);
        return body + "}";
    }
    void go_on_from(const std::string& cursor) { cursor_ = cursor; }

private:
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
    std::string one_of(const std::vector<std::string>& choices) { return choices[below(choices.size())]; }
    std::string words() {
        std::string text = one_of({"coffee", "alpha", "books", "gamma", "delta", "coffe", "austin"});
        while (below(2) == 0) {
            text += " " + one_of({"shop", "coffee", "austin", "oakland", "beta", "nowhere", "bakery", "the"});
        }
        return text;
    }
    void add(std::string& body, std::size_t quarters, const std::string& member) {
        if (below(4) < quarters) {
            body.append(body.size() > 1 ? "," : "").append(member);
        }
    }

    std::mt19937 random_{20261122};
    std::string cursor_;
};

TEST(FullSearch, RowsAreThoseOfTheIdOnlySearch) {
    SearchEndpoint ids_alone, full;
    Bodies bodies;
    const int random_bodies = search::testing::affordable(20000);
    std::size_t rows = 0;
    for (int i = 0; i < random_bodies && !HasFailure(); ++i) {
        const std::string body = bodies.next();
        SCOPED_TRACE(body);
        answer_as(ids_alone, body, SearchRows::ids);
        const ReadAnswer expected = read_answer(ids_alone.answer());
        answer_as(full, body, SearchRows::full);
        simdjson::dom::parser parser;
        simdjson::dom::element root;
        ASSERT_EQ(parser.parse(full.answer().body).get(root), simdjson::SUCCESS);
        simdjson::dom::array came;
        if (root.get(came) != simdjson::SUCCESS) {
            came = root["data"];
            EXPECT_EQ(std::int64_t(root["total_count"]), expected.total);
        }
        ASSERT_EQ(came.size(), expected.rows.size());
        for (std::size_t row = 0; row < came.size(); ++row) {
            const simdjson::dom::element element = came.at(row);
            EXPECT_EQ(std::string_view(element["id"]), expected.rows[row].id);
            EXPECT_EQ(std::string_view(element["content"]["store_id"]), expected.rows[row].id);
            EXPECT_EQ(std::string(simdjson::minify(element["cursor"])), expected.rows[row].cursor);
            EXPECT_TRUE(element["match_highlights"].is_array());
            ++rows;
        }
        EXPECT_EQ(full.answer().rows, ids_alone.answer().rows);
        EXPECT_EQ(full.answer().total, ids_alone.answer().total);
        if (!expected.rows.empty()) {
            bodies.go_on_from(expected.rows.back().cursor);
        }
    }
    EXPECT_GT(rows, static_cast<std::size_t>(random_bodies));
}

TEST(FullSearch, HydrationGivesTheSameBytes) {
    SearchEndpoint search;
    RecordsEndpoint records;
    for (const std::string fields : {R"("query":"coffee")", R"("tags":["cafe"])", R"("has_website":false)"}) {
        const std::string asked = "{" + fields + R"(,"limit":100})";
        answer_as(search, asked, SearchRows::ids);
        const std::vector<ReadRow> rows = read_answer(search.answer()).rows;
        const std::string page = answer_as(search, asked, SearchRows::full);
        ASSERT_GT(rows.size(), 20U);
        std::string ids;
        for (const ReadRow& row : rows) {
            ids.append(ids.empty() ? "" : ",").append(row.id);
        }
        const std::string body = hydrate(records, "id=" + ids).body;
        ASSERT_EQ(records.answer().status, 200);
        EXPECT_EQ(records.answer().rows, rows.size());
        EXPECT_EQ(records.answer().unknown_ids, 0U);
        // {"ID":CONTENT,"ID":CONTENT}
        std::size_t at = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::string open = (i == 0 ? "{\"" : ",\"") + rows[i].id + "\":";
            ASSERT_EQ(body.compare(at, open.size(), open), 0) << i;
            at += open.size();
            const std::size_t end =
                i + 1 < rows.size() ? body.find(",\"" + rows[i + 1].id + "\":", at) : body.size() - 1;
            ASSERT_NE(end, std::string::npos);
            const std::string row =
                "{\"id\":\"" + rows[i].id + "\",\"content\":" + body.substr(at, end - at) + ",\"match_score\":";
            EXPECT_NE(page.find(row), std::string::npos) << row;
            at = end;
        }
        EXPECT_EQ(body.substr(at), "}");
    }
}

std::string highlights_of(const std::string& fields) {
    SearchEndpoint endpoint;
    answer_as(endpoint, "{" + fields + R"(,"limit":1})", SearchRows::full);
    simdjson::dom::parser parser;
    const simdjson::dom::element root = parser.parse(endpoint.answer().body);
    return std::string(simdjson::minify(root.at(0)["match_highlights"]));
}

TEST(FullSearch, HighlightsAreWhatTheRecordHas) {
    EXPECT_EQ(highlights_of(R"("query":"GAMMA books")"), R"(["Gamma Books","Book"])");
    EXPECT_EQ(highlights_of(R"("query":"gama coffee")"), R"(["Gamma Coffee"])");
    EXPECT_EQ(highlights_of(R"("query":"gamma austin","location":{"city":"Austin"})"), R"(["Gamma","Austin"])");
    EXPECT_EQ(highlights_of(R"("tags":["book store"])"), R"(["Book Store"])");
    EXPECT_EQ(highlights_of(R"("has_website":true)"), "[]");
}

TEST(Records, IdsInEveryForm) {
    RecordsEndpoint endpoint;
    const std::string first = search_stores()[0].id, second = search_stores()[1].id;
    const std::string expected = hydrate(endpoint, "id=" + first + "," + second).body;
    ASSERT_EQ(endpoint.answer().rows, 2U);
    std::string capitals = first;
    upper_in_place(capitals);
    for (const std::string& arguments : std::vector<std::string>{
             "id=" + first + "&id=" + second, "id=" + capitals + "%2C%20" + second,
             "&&id=,," + first + ",&id=" + second, "%69d=" + first + "&id=" + second + "&id=" + capitals}) {
        EXPECT_EQ(hydrate(endpoint, arguments).body, expected) << arguments;
        EXPECT_EQ(endpoint.answer().ignored_fields, "");
    }
    EXPECT_EQ(hydrate(endpoint, "", "[\"" + first + "\", null, \"" + second + "\"]").body, expected);
    EXPECT_EQ(hydrate(endpoint, "cache=1&ids=x&id=" + first + "&id=" + second, " \n").body, expected);
    EXPECT_EQ(endpoint.answer().ignored_fields, "cache, ids");

    const std::string unknown = "00000000-0000-4000-8000-00000000abcd";
    EXPECT_EQ(hydrate(endpoint, "id=" + unknown).body, "{}");
    EXPECT_EQ(endpoint.answer().unknown_ids, 1U);
    EXPECT_EQ(endpoint.answer().rows, 0U);
    hydrate(endpoint, "id=" + second + "&id=" + unknown + "&id=" + first);
    EXPECT_EQ(endpoint.answer().body.find(second), 2U) << "in the order asked";
    EXPECT_EQ(endpoint.answer().unknown_ids, 1U);
    EXPECT_EQ(endpoint.answer().rows, 2U);
}

TEST(Records, TooManyIdsAreCountedInABodyToo) {
    RecordsEndpoint endpoint;
    const auto error_of = [&](std::size_t ids, const std::string& element) {
        std::string body = "[" + element;
        for (std::size_t i = 1; i < ids; ++i) {
            body += "," + element;
        }
        return hydrate(endpoint, "", body + "]").body;
    };
    const std::string id = "\"" + search_stores()[0].id + "\"";
    EXPECT_NE(error_of(101, id).find("id: expected at most 100 ids, got 101"), std::string::npos);
    EXPECT_NE(error_of(3000, "null").find("id: expected at most 100 ids, got 3000"), std::string::npos);
    EXPECT_NE(error_of(100, "null").find("id: is required: one to 100 ids"), std::string::npos);
    EXPECT_EQ(error_of(100, id).find("\"error\""), std::string::npos);
}

TEST(Records, WhatIsRefused) {
    RecordsEndpoint endpoint;
    const std::string id = search_stores()[0].id;
    const auto expect_refusal = [&](const std::string& arguments, const std::string& body, int status,
                                    const std::string& message, bool strict = false) {
        const Answer& answer = hydrate(endpoint, arguments, body, strict);
        EXPECT_EQ(answer.status, status) << arguments << body;
        EXPECT_NE(answer.body.find(message), std::string::npos) << answer.body;
        EXPECT_EQ(answer.rows, 0U);
    };
    std::string many;
    for (int i = 0; i < 101; ++i) {
        many += (i == 0 ? "" : ",") + id;
    }
    expect_refusal("", "", 422, "id: is required: one to 100 ids");
    expect_refusal("id=&id=,", "[]", 422, "id: is required");
    expect_refusal("", "[null,\"\"]", 422, "id: is required");
    expect_refusal("id=" + many, "", 422, "id: expected at most 100 ids, got 101");
    expect_refusal("", "[\"" + id + "\"", 400, "not valid JSON: expected a comma or ]");
    expect_refusal("id=" + id + "&id=abc", "", 422, R"(id[1]: expected the id of a record such as)");
    expect_refusal("", "[\"" + id + "\",7]", 422, "id[1]: expected a string, got the number 7");
    expect_refusal("", "{\"id\":\"" + id + "\"}", 400, "the body is an object; expected one JSON array");
    expect_refusal("id=" + id, "[\"" + id + "\"]", 422, "in the query string and in the body");
    expect_refusal("", std::string(records_body_limit + 1, ' ') + "[]", 413, "16384 bytes");
    expect_refusal("ids=" + id + "&id=" + id, "", 422, "ids: unknown field; expected one of id", true);
}

}  // namespace
}  // namespace bizrec::api
