// The answers of a search: bytes, sizes, memory and failures.
#include <gtest/gtest.h>

#include <sstream>

#include "bizrec/api/search_render.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"
#include "t/unit/api/search_rows.hpp"
#include "t/unit/api/search_sample.hpp"
#include "t/unit/api/search_table.hpp"
#include "t/unit/support/allocation_hook.hpp"

namespace bizrec::api {
namespace {

std::map<std::string, std::string> place_ids() {
    std::map<std::string, std::string> ids;
    for (const SampleStore& store : search_stores()) {
        ids[store.id] = store.place_id;
    }
    return ids;
}

std::string id_of(std::uint32_t docid) {
    std::string id(format::uuid_characters, '\0');
    format::write_uuid(search_sample().uuid[docid], id.data());
    return id;
}

TEST(SearchRender, ExactBytes) {
    const auto places = place_ids();
    search::SearchResult result;
    std::ostringstream expected;
    for (std::uint32_t docid = 0; docid < search_sample().documents(); ++docid) {
        const std::uint32_t score = 16777215 - docid * docid * 100;
        result.rows.push_back({docid, score});
        const std::string id = id_of(docid);
        std::string place_id;
        append_json_string(place_id, places.at(id));
        expected << (docid == 0 ? "" : ",") << R"({"id":")" << id << R"(","place_id":)" << place_id
                 << R"(,"match_score":)" << score << R"(,"cursor":[)" << score << R"(,")" << id << R"("]})";
    }
    result.total = 12345678901;
    search::SearchQuery query;
    std::string body = "left over";
    Budget budget;
    ASSERT_EQ(render_search_rows(search_sample(), query, result, nullptr, default_answer_limit, budget, body),
              Rendered::whole);
    EXPECT_EQ(body, "[" + expected.str() + "]");
    query.estimate_total = true;
    ASSERT_EQ(render_search_rows(search_sample(), query, result, nullptr, default_answer_limit, budget, body),
              Rendered::whole);
    EXPECT_EQ(body, "{\"data\":[" + expected.str() + "],\"total_count\":12345678901}");
    result.rows.clear();
    result.total = 0;
    ASSERT_EQ(render_search_rows(search_sample(), query, result, nullptr, default_answer_limit, budget, body),
              Rendered::whole);
    EXPECT_EQ(body, R"({"data":[],"total_count":0})");
}

TEST(SearchRender, RowsThatTheIndexDoesNotHold) {
    for (const std::uint32_t docid : {search_sample().documents(), UINT32_MAX}) {
        search::SearchResult result;
        result.rows.assign(20, {0, 5});
        result.rows[12].docid = docid;
        std::string body;
        Budget budget;
        EXPECT_EQ(render_search_rows(search_sample(), search::SearchQuery(), result, nullptr, default_answer_limit,
                                     budget, body),
                  Rendered::damaged);
    }
}

TEST(SearchAnswer, NoRows) {
    SearchEndpoint endpoint;
    EXPECT_EQ(answer_of(endpoint, search_sample(), R"({"query":"zzyzzyva qwertyuiop"})").body, "[]");
    const Answer& answer =
        answer_of(endpoint, search_sample(), R"({"query":"zzyzzyva qwertyuiop","estimate_total":true})");
    EXPECT_EQ(answer.body, R"({"data":[],"total_count":0})");
    EXPECT_EQ(answer.status, 200);
}

TEST(SearchAnswer, LimitAndTotal) {
    SearchEndpoint endpoint;
    const ReadAnswer all = read_answer(answer_of(endpoint, search_sample(), R"({"limit":1000,"estimate_total":true})"));
    EXPECT_EQ(all.rows.size(), 400U);
    EXPECT_EQ(all.total, 400);
    const ReadAnswer some = read_answer(answer_of(endpoint, search_sample(), R"({"limit":7,"estimate_total":true})"));
    EXPECT_EQ(some.rows.size(), 7U);
    EXPECT_EQ(some.total, 400);
    const Answer& plain = answer_of(endpoint, search_sample(), "{}");
    EXPECT_EQ(read_answer(plain).rows.size(), 50U);
    EXPECT_EQ(plain.total, 50U);
}

TEST(SearchAnswer, PlaceIds) {
    const auto places = place_ids();
    SearchEndpoint endpoint;
    std::size_t without = 0;
    for (const ReadRow& row : read_answer(answer_of(endpoint, search_sample(), R"({"limit":1000})")).rows) {
        EXPECT_EQ(row.place_id, places.at(row.id));
        without += row.place_id.empty() ? 1 : 0;
    }
    EXPECT_GT(without, 50U);
}

TEST(SearchAnswer, NothingStaysFromTheRequestBefore) {
    SearchEndpoint endpoint;
    const std::string rich =
        R"({"x":1,"query":"coffee","location":{"city":"Austin"},"exclude_root_domains":["a@gmail.com"]})";
    EXPECT_EQ(answer_of(endpoint, search_sample(), rich).ignored_fields, "x");
    EXPECT_EQ(endpoint.answer().applied_defaults, "location[0].country=US");
    EXPECT_NE(endpoint.answer().identity_note, "");
    const Answer& refused = answer_of(endpoint, search_sample(), R"({"y":1,"limit":"a"})");
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(refused.ignored_fields, "y");
    EXPECT_EQ(refused.applied_defaults + refused.identity_note, "");
    answer_of(endpoint, search_sample(), rich);
    EXPECT_EQ(answer_of(endpoint, search_sample(), "[").ignored_fields, "");
    answer_of(endpoint, search_sample(), rich);
    EXPECT_EQ(answer_of(endpoint, search_sample(), repeat(" ", search_body_limit + 1)).ignored_fields, "");
    answer_of(endpoint, search_sample(), rich);
    const Answer& plain = answer_of(endpoint, search_sample(), "{}");
    EXPECT_EQ(plain.ignored_fields + plain.applied_defaults + plain.identity_note, "");
    EXPECT_EQ(plain.rows, 50U);
}

std::string padded(const std::string& fields, std::size_t bytes) {
    const std::string head = "{" + fields + ",\"x\":\"";
    return head + repeat("y", bytes - head.size() - 2) + "\"}";
}

TEST(SearchAnswer, LargeBodies) {
    SearchEndpoint endpoint;
    const std::string fields = R"("query":"coffee","estimate_total":true)";
    const std::string small = answer_of(endpoint, search_sample(), "{" + fields + "}").body;
    for (const std::size_t bytes : {1000U, 4096U, 4097U, 65536U, 65537U, 1U << 20}) {
        const std::string body = padded(fields, bytes);
        ASSERT_EQ(body.size(), bytes);
        const bool is_left = endpoint.start({&search_sample(), body, false, 1U << 20});
        EXPECT_EQ(is_left, bytes > max_body_read_at_once) << bytes;
        if (is_left) {
            EXPECT_EQ(endpoint.budget().used(), 0U) << "unread";
            endpoint.run();
        }
        EXPECT_EQ(endpoint.answer().body, small) << bytes;
        EXPECT_EQ(endpoint.answer().ignored_fields, "x");
    }
    const std::string limit_message = "the request body is too large: this endpoint takes up to 1048576 bytes (1 MiB)";
    check_search({
        {padded(fields, (1U << 20) + 1), 413, "", limit_message},
        {repeat("[", 3U << 20), 413, "", limit_message},
        {repeat(" ", 1U << 20), 400, "", "only white space"},
        {repeat("[", 1U << 20), 400, "", "nested deeper than 16 levels"},
        {padded(R"("limit":1001)", 1U << 20), 422, "limit", "maximum limit is 1000"},
        {padded(R"("query":1)", 20000), 422, "query", "expected a string"},
    });
    EXPECT_EQ(answer_of(endpoint, search_sample(), "{" + fields + "}").body, small);
}

TEST(SearchAnswer, RunAfterARefusalIsHarmless) {
    SearchEndpoint endpoint;
    EXPECT_FALSE(endpoint.start({&search_sample(), R"({"limit":"a"})"}));
    EXPECT_EQ(endpoint.answer().status, 422);
}

// A waiting search may be cancelled before a thread takes it, or while the thread works on it.
TEST(SearchAnswer, ASearchThatIsGivenUpLeavesNothingToTheNext) {
    SearchEndpoint endpoint;
    const std::string given_up = R"({"query":"alpha cofee","limit":7,"x":1,"location":{"city":"Austin"}})";
    const std::string next = R"({"query":"coffee","estimate_total":true})";
    const std::string expected = answer_of(endpoint, search_sample(), next).body;
    Cancellation cancelled;
    cancelled.request();
    for (const std::string& body : {given_up, padded(R"("query":"bakery")", 20000)}) {
        ASSERT_TRUE(endpoint.start({&search_sample(), body}));
        EXPECT_EQ(answer_of(endpoint, search_sample(), next).body, expected) << "never run";
        ASSERT_TRUE(endpoint.start({&search_sample(), body}));
        endpoint.run(cancelled);
        EXPECT_EQ(endpoint.answer().body, "") << "no row is written for nobody";
        EXPECT_EQ(answer_of(endpoint, search_sample(), next).body, expected) << "cancelled";
    }
}

TEST(SearchAnswer, AShortSearchIsDoneByTheFirstStep) {
    SearchEndpoint endpoint;
    const std::string body = R"({"query":"coffee"})";
    ASSERT_TRUE(endpoint.start({&search_sample(), body}));
    endpoint.run();
    const std::uint64_t steps = endpoint.budget().used();
    EXPECT_TRUE(endpoint.start({&search_sample(), body, false, steps})) << "nothing may be left of what is allowed";
    EXPECT_FALSE(endpoint.start({&search_sample(), body, false, steps + 1}));
    EXPECT_EQ(endpoint.answer().status, 200);
    EXPECT_GT(endpoint.answer().rows, 0U);
}

// The queries have no typing error, because correcting an error builds a lattice, which allocates.
TEST(SearchAnswer, AllocatesNothingOnceWarm) {
    SearchEndpoint endpoint;
    for (const std::string& body : {
             std::string("{}"),
             std::string(R"({"query":"alpha coffee in austin","estimate_total":true,"limit":1000})"),
             std::string(R"({"query":"coffee","location":[{"city":"Oakland","state":"CA"},{"country":"US"}]})"),
             std::string(R"({"store_name":"alpha","tags":["a much longer tag than fits","Cafe"]})"),
             std::string(
                 R"({"include_keywords":["alpha bakery and more"],"exclude_keywords":["books and magazines"],)"
                 R"("exclude_root_domains":["alpha-shop.com","a-longer-domain-than-fits.com"],"min_locations":2,)"
                 R"("open_date_after":"2020-01-01","ownership_type":["CHAIN","FAMILY"]})"),
             R"({"exclude_root_domains":[)" + repeat("\"a-longer-domain-than-fits.com\",", 1500) + "null]}",
         }) {
        for (int warm_up = 0; warm_up < 3; ++warm_up) {
            answer_of(endpoint, search_sample(), body);
        }
        const std::uint64_t before = allocations();
        const Answer& answer = answer_of(endpoint, search_sample(), body);
        EXPECT_EQ(allocations() - before, 0U) << body.substr(0, 200);
        EXPECT_EQ(answer.status, 200) << answer.body;
    }
}

// A waiting search must not keep a parser of its own. When it did, 32 waiting searches took 30 MB of a worker.
TEST(SearchAnswer, WaitingSearchesShareTheirParsers) {
    const auto parsers = std::make_shared<SearchParsers>();
    SearchEndpoint first(parsers);
    answer_of(first, search_sample(), R"({"query":"coffee"})");
    for (const std::string& body : {std::string(R"({"query":"alpha coffee"})"), padded(R"("query":"coffee")", 60000)}) {
        const std::uint64_t before = allocated_bytes();
        SearchEndpoint waiting(parsers);
        EXPECT_TRUE(waiting.start({&search_sample(), body}));
        EXPECT_LT(allocated_bytes() - before, 64000U);
    }
}

const Answer& answer_explained(SearchEndpoint& endpoint, const std::string& body, SearchRows rows) {
    EndpointRequest request{&search_sample(), body};
    request.rows = rows;
    request.explains = true;
    EXPECT_TRUE(endpoint.start(request));
    endpoint.run();
    return endpoint.answer();
}

// If memory runs out, the answer must be a 500. It was once a 200 whose full rows had empty highlights.
TEST(SearchAnswer, EveryFailedAllocationOfExplainedFullRowsIsA500) {
    const std::string body = R"({"query":"alpha coffee in austin"})";
    SearchEndpoint reference;
    const std::string expected = answer_explained(reference, body, SearchRows::full).body;
    EXPECT_NE(expected.find(R"(],"explain":["reading: )"), std::string::npos) << expected;
    bool failed = true;
    std::uint64_t failures = 0;
    for (; failed && !testing::Test::HasFailure(); ++failures) {
        SearchEndpoint fresh;
        fail_allocation(failures);
        EndpointRequest request{&search_sample(), body};
        request.rows = SearchRows::full;
        request.explains = true;
        if (fresh.start(request)) {
            fresh.run();
        }
        failed = stop_failing();
        if (!failed || fresh.answer().status != 500) {
            EXPECT_EQ(fresh.answer().body, expected);
        }
        EXPECT_EQ(answer_explained(fresh, body, SearchRows::full).body, expected) << "after failure " << failures;
    }
    EXPECT_GT(failures, 1U);
}

TEST(SearchAnswer, AnExplainedAnswerObeysTheLimitOfItsBody) {
    for (const SearchRows rows : {SearchRows::ids, SearchRows::full}) {
        SearchEndpoint endpoint;
        const std::string body = R"({"query":"coffee"})";
        const std::size_t size = answer_explained(endpoint, body, rows).body.size();
        for (const bool fits : {true, false}) {
            EndpointRequest request{&search_sample(), body};
            request.rows = rows;
            request.explains = true;
            request.answer_limit = fits ? size : size - 1;
            ASSERT_TRUE(endpoint.start(request));
            endpoint.run();
            EXPECT_EQ(endpoint.answer().status, fits ? 200 : 422);
        }
    }
}

void expect_500_for_every_failure(const std::string& body) {
    SCOPED_TRACE(body.substr(0, 200));
    SearchEndpoint reference;
    const Answer expected = answer_of(reference, search_sample(), body);
    bool failed = true;
    std::uint64_t failures = 0;
    for (; failed && !testing::Test::HasFailure(); ++failures) {
        ASSERT_LT(failures, 20000U);
        SearchEndpoint fresh;
        fail_allocation(failures);
        const Answer& first = answer_of(fresh, search_sample(), body);
        failed = stop_failing();
        if (failed && first.status == 500) {
            EXPECT_EQ(first.body, render_error(standard_error(500)));
            EXPECT_EQ(first.error_code, "internal");
            EXPECT_EQ(first.rows + first.total, 0U);
        } else {
            EXPECT_EQ(first.body, expected.body);
        }
        const Answer& again = answer_of(fresh, search_sample(), body);
        EXPECT_EQ(again.body, expected.body) << "after failure " << failures;
        EXPECT_EQ(again.status, expected.status);
    }
    EXPECT_GT(failures, 1U);
}

TEST(SearchAnswer, EveryFailedAllocationIsA500) {
    for (const std::string& body : {
             std::string(R"({"x":1,"query":"alpha coffee in austin","estimate_total":true,"tags":["Cafe"]})"),
             std::string(
                 R"({"exclude_root_domains":["alpha-shop.com"],"location":[{"city":"Oakland"},{"lat":1,"long":2}]})"),
             std::string(R"({"query":"alfa cofee bookz"})"),
             std::string(R"({"limit":1001})"),
             std::string("{\"query\":"),
             padded(R"("query":"coffee")", 70000),
         }) {
        expect_500_for_every_failure(body);
    }
}

}  // namespace
}  // namespace bizrec::api
