// Answers have a maximum size. A larger answer is a 422, and the server finds that out without rendering it.
#include <gtest/gtest.h>

#include <cstdio>

#include "bizrec/api/enrich_answer.hpp"
#include "bizrec/api/search_answer.hpp"
#include "t/unit/api/request_table.hpp"
#include "t/unit/api/sample_index.hpp"
#include "t/unit/api/search_sample.hpp"
#include "t/unit/support/allocation_hook.hpp"

namespace bizrec::api {
namespace {

constexpr std::size_t mebibyte = 1U << 20;
const std::string large_request = R"({"website":"large.example","estimate_total":true,"x":1})";

/// Fifty records of one mebibyte each under large.example.
const SampleIndex& large_index() {
    static const SampleIndex made = [] {
        std::map<std::string, std::string> records;
        for (int i = 0; i < 50; ++i) {
            char id[40];
            std::snprintf(id, sizeof id, "b0000000-0000-4000-8000-%012d", i);
            records[id] = std::string(R"({"store_id":")") + id +
                          R"(","business_name":"Large","website_url":"https://large.example/","text":")" +
                          std::string(mebibyte, static_cast<char>('a' + i % 26)) + "\"}";
        }
        return build_sample(std::move(records));
    }();
    return made;
}

const Answer& ask(EnrichEndpoint& endpoint, const std::string& body, std::size_t limit) {
    if (endpoint.start({large_index().generation.get(), body, false, UINT64_MAX, limit})) {
        endpoint.run();
    }
    return endpoint.answer();
}

void expect_refused(const Answer& answer, const std::string& rows, const std::string& limit,
                    const std::string& advice) {
    EXPECT_EQ(answer.status, 422);
    EXPECT_EQ(answer.error_code, "answer_too_large");
    EXPECT_EQ(answer.rows + answer.total, 0U);
    EXPECT_EQ(answer.body, render_error({422, "answer_too_large",
                                         "limit: the answer of " + rows + " would be larger than " + limit +
                                             ", the greatest that this server sends; " + advice,
                                         "limit"}));
}

const std::string fewer = "ask for fewer rows with a smaller limit";

TEST(AnswerLimit, EnrichmentAboveItIsRefusedAndNotMade) {
    ASSERT_EQ(large_index().records.size(), 50U);
    EnrichEndpoint endpoint;
    const std::uint64_t before = allocated_bytes();
    const Answer& answer = ask(endpoint, large_request, 4 * mebibyte);
    expect_refused(answer, "50 rows", "4194304 bytes (4 MiB)", fewer);
    EXPECT_EQ(answer.key, "large.example");
    EXPECT_EQ(answer.ignored_fields, "x");
    EXPECT_LT(allocated_bytes() - before, 16 * mebibyte) << "fifty rows take 50 MiB and more";
    expect_refused(ask(endpoint, large_request, default_answer_limit), "50 rows", "33554432 bytes (32 MiB)", fewer);
    const Answer& few = ask(endpoint, R"({"website":"large.example","limit":3})", 4 * mebibyte);
    EXPECT_EQ(few.status, 200);
    EXPECT_EQ(few.rows, 3U);
}

TEST(AnswerLimit, ToTheByte) {
    EnrichEndpoint endpoint;
    for (const char* body : {R"({"website":"large.example","limit":2})", R"({"website":"nobody.example"})",
                             R"({"website":"large.example","limit":1,"estimate_total":true})"}) {
        const Answer whole = ask(endpoint, body, default_answer_limit);
        ASSERT_EQ(whole.status, 200);
        EXPECT_EQ(ask(endpoint, body, whole.body.size()).body, whole.body);
        EXPECT_EQ(ask(endpoint, body, whole.body.size() - 1).status, 422);
    }
    expect_refused(ask(endpoint, R"({"website":"large.example","limit":1})", 5000), "1 row", "5000 bytes",
                   "no smaller limit helps");
}

TEST(AnswerLimit, SearchAboveItIsRefused) {
    SearchEndpoint endpoint;
    const auto ask_search = [&](std::size_t limit) -> const Answer& {
        if (endpoint.start({&search_sample(), R"({"limit":1000,"estimate_total":true,"x":1})", false, 0, limit})) {
            endpoint.run();
        }
        return endpoint.answer();
    };
    const Answer whole = ask_search(default_answer_limit);
    ASSERT_EQ(whole.status, 200);
    ASSERT_GT(whole.rows, 1U);
    EXPECT_EQ(ask_search(whole.body.size()).body, whole.body);
    expect_refused(ask_search(whole.body.size() - 1), std::to_string(whole.rows) + " rows",
                   std::to_string(whole.body.size() - 1) + " bytes", fewer);
    EXPECT_EQ(endpoint.answer().ignored_fields, "x");
    expect_refused(ask_search(1), std::to_string(whole.rows) + " rows", "1 bytes", fewer);
}

TEST(EnrichAnswerWork, LargeRowsAreWrittenByAThread) {
    EnrichEndpoint endpoint;
    const store::Generation* const generation = large_index().generation.get();
    ASSERT_TRUE(endpoint.start({generation, large_request, false, 50000}));
    EXPECT_LT(endpoint.answer().body.size(), mebibyte) << "by the event loop: none of them";
    ASSERT_FALSE(endpoint.start({generation, R"({"website":"nobody.example"})", false, 50000}));
    EXPECT_EQ(endpoint.answer().body, "[]") << "written at once";
}

/// The event loop may do any number of steps before a thread continues. The rows of the event loop and those of the
/// thread form the same body.
TEST(EnrichAnswerWork, ABodyInTwoPartsIsTheBody) {
    EnrichEndpoint whole, parts;
    const store::Generation& generation = *sample_index().generation;
    const std::string body = with(R"("estimate_total":true)");
    const Answer expected = whole.answer(generation, body, false);
    ASSERT_GT(expected.rows, 2U);
    unsigned in_parts = 0, at_once = 0;
    for (std::uint64_t steps = 0; steps < 20000; steps += 7) {
        const bool more = parts.start({&generation, body, false, steps});
        if (more) {
            EXPECT_GE(parts.budget().used(), steps);
            in_parts += !parts.answer().body.empty() ? 1U : 0U;
            parts.run();
        }
        at_once += more ? 0U : 1U;
        ASSERT_EQ(parts.answer().body, expected.body) << steps;
        ASSERT_EQ(parts.answer().rows, expected.rows);
        ASSERT_EQ(parts.answer().total, expected.total);
        ASSERT_EQ(parts.answer().applied_defaults, expected.applied_defaults);
    }
    EXPECT_GT(in_parts, 2U);
    EXPECT_GT(at_once, 2U);
}

// A waiting enrichment may be cancelled before a thread takes it, or while the thread works on it.
TEST(EnrichAnswerWork, AnEnrichmentThatIsGivenUpLeavesNothingToTheNext) {
    EnrichEndpoint endpoint;
    const store::Generation& generation = *sample_index().generation;
    const std::string next = with(R"("limit":7,"estimate_total":true)");
    const Answer expected = endpoint.answer(generation, next, false);
    Cancellation cancelled;
    cancelled.request();
    for (const std::string& body : {with(R"("limit":50,"x":1)"), with("\"limit\":1") + std::string(5000, ' ')}) {
        ASSERT_TRUE(endpoint.start({&generation, body}));
        EXPECT_EQ(endpoint.answer(generation, next, false).body, expected.body) << "never run";
        ASSERT_TRUE(endpoint.start({&generation, body}));
        endpoint.run(cancelled);
        EXPECT_EQ(endpoint.answer().body, "") << "no row is written for nobody";
        const Answer& answer = endpoint.answer(generation, next, false);
        EXPECT_EQ(answer.body, expected.body) << "cancelled";
        EXPECT_EQ(answer.ignored_fields, "");
    }
}

TEST(EnrichAnswerWork, BothWaysGiveTheSameAnswer) {
    EnrichEndpoint at_once, later;
    const store::Generation& generation = *sample_index().generation;
    const std::string spaces(max_body_read_at_once, ' ');
    for (const std::string& body :
         {with(R"("limit":7,"estimate_total":true)"), with(R"("x":1,"limit":51)"), std::string("{"), spaces,
          at(R"([{"city":"Paris","country":"FR"},{"lat":37.77,"long":-122.41}])") + spaces, std::string(65537, ' '),
          with("\"limit\":1") + spaces, std::string(R"({"website":"https://www.instagram.com/p/C1/"})")}) {
        const Answer expected = at_once.answer(generation, body, false);
        const bool more = later.start({&generation, body});
        EXPECT_EQ(more && later.budget().used() == 0,
                  body.size() > max_body_read_at_once && body.size() <= enrich_body_limit)
            << "large bodies are left unread";
        if (more) {
            later.run();
        }
        EXPECT_EQ(later.answer().body, expected.body);
        EXPECT_EQ(later.answer().status, expected.status);
        EXPECT_EQ(later.answer().key, expected.key);
        EXPECT_EQ(later.answer().rows, expected.rows);
        EXPECT_EQ(later.answer().total, expected.total);
        EXPECT_EQ(later.answer().ignored_fields, expected.ignored_fields);
        EXPECT_EQ(later.answer().applied_defaults, expected.applied_defaults);
        EXPECT_EQ(later.answer().identity_note, expected.identity_note);
    }
}

}  // namespace
}  // namespace bizrec::api
