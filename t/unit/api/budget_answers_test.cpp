#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "bizrec/api/enrich_answer.hpp"
#include "bizrec/api/enrich_batch.hpp"
#include "bizrec/api/records_answer.hpp"
#include "bizrec/api/search_answer.hpp"
#include "t/unit/api/sample_index.hpp"
#include "t/unit/api/search_sample.hpp"

/// A request's budget either has no effect on its answer or refuses the request.
namespace bizrec::api {
namespace {

struct Case {
    std::string body;
    SearchRows rows = SearchRows::ids;
    bool explains = false;
};

EndpointRequest request_of(const Case& asked, const store::Generation& generation) {
    EndpointRequest request;
    request.generation = &generation;
    request.body = asked.body;
    request.rows = asked.rows;
    request.explains = asked.explains;
    return request;
}

std::string told(const Answer& answer) {
    return std::to_string(answer.status) + " " + answer.body + " " + answer.key + " " + answer.reading + " " +
           answer.other_reading + " " + answer.identity_note + " " + answer.ignored_fields + " " +
           answer.applied_defaults + " " + std::to_string(answer.rows) + " " + std::to_string(answer.total) + " " +
           std::to_string(answer.counts);
}

/// The answer when all work is done in one thread.
std::string whole_answer(Endpoint& endpoint, EndpointRequest request, std::uint64_t& steps) {
    request.inline_steps = Budget::unlimited;
    EXPECT_FALSE(endpoint.start(request));
    steps = endpoint.budget().used();
    return told(endpoint.answer());
}

/// Checks that stopping start() after a number of steps and continuing with run() does not change the answer, for some
/// sixty numbers of steps from 0 to the steps of the whole request. Also checks that the same number of steps stops the
/// request at the same place each time.
template <class Kind>
void expect_stops_change_nothing(const Case& asked, const store::Generation& generation) {
    Kind endpoint, other;
    EndpointRequest request = request_of(asked, generation);
    std::uint64_t steps = 0;
    const std::string whole = whole_answer(endpoint, request, steps);
    unsigned stopped = 0;
    for (std::uint64_t allowed = 0; allowed < steps + 2; allowed += 1 + steps / 61) {
        request.inline_steps = allowed;
        const bool is_left = endpoint.start(request);
        const std::uint64_t used = endpoint.budget().used();
        ASSERT_EQ(is_left, other.start(request)) << allowed;
        ASSERT_EQ(used, other.budget().used()) << allowed;
        ASSERT_EQ(is_left, allowed <= steps) << allowed << " of " << steps;
        stopped += is_left ? 1U : 0U;
        if (is_left) {
            endpoint.run();
        }
        ASSERT_EQ(told(endpoint.answer()), whole) << allowed << " of " << steps << ": " << asked.body;
    }
    EXPECT_GT(stopped, 10U);
}

std::vector<Case> searches() {
    std::vector<Case> cases;
    for (const char* body :
         {R"({"query":"coffee","estimate_total":true})", R"({"query":"alpha cofee","limit":7,"x":1})",
          R"({"query":"coffee in austin","location":{"city":"Austin","state":"TX"}})",
          R"({"query":"alpha coffee","location":[{"lat":30.2,"long":-97.7,"geo_radius":5000},{"country":"US"}]})",
          R"({"store_name":"alpha","tags":["Cafe"],"exclude_keywords":["bakery"],"limit":1000})",
          R"({"exclude_root_domains":["alpha-shop.com","m\u00fcller.de"],"include_keywords":["fresh bakery"]})"}) {
        cases.push_back({body});
        cases.push_back({body, SearchRows::full});
        cases.push_back({body, SearchRows::full, true});
    }
    return cases;
}

TEST(BudgetAnswers, AStoppedSearchIsAnsweredAsIfItWereNot) {
    for (const Case& asked : searches()) {
        SCOPED_TRACE(asked.body);
        expect_stops_change_nothing<SearchEndpoint>(asked, search_sample());
    }
}

TEST(BudgetAnswers, AStoppedEnrichmentIsAnsweredAsIfItWereNot) {
    const std::string website = R"({"website":"https://www.alphacoffee.com/","estimate_total":true)";
    for (const char* more : {"}", R"(,"limit":7,"y":0})", R"(,"location":[{"city":"Oakland","state":"CA"}]})",
                             R"(,"location":[{"lat":37.8,"long":-122.3},{"state":"CA"},{"zip_code":["94607"]}]})"}) {
        expect_stops_change_nothing<EnrichEndpoint>({website + more}, *sample_index().generation);
    }
}

/// The batch as a whole may use more steps than the budget of one request, because each item has a whole budget of its
/// own.
TEST(BudgetAnswers, ABatchGivesEachItemTheBudgetOfARequest) {
    const std::string good = R"({"website":"https://www.alphacoffee.com/","limit":1})";
    const std::string dear = R"({"website":"https://www.alphacoffee.com/","limit":9})";
    const store::Generation& generation = *sample_index().generation;
    EnrichEndpoint alone;
    std::uint64_t of_good = 0, of_dear = 0;
    whole_answer(alone, request_of({good}, generation), of_good);
    whole_answer(alone, request_of({dear}, generation), of_dear);
    ASSERT_GT(of_dear, of_good + 64);
    EnrichBatchEndpoint batch;
    const Case asked{R"({"items":[)" + good + "," + dear + "," + good + "]}"};
    EndpointRequest request = request_of(asked, generation);
    request.max_steps = of_dear - 32;
    ASSERT_TRUE(batch.start(request)) << batch.answer().body;
    BodyStore memory;
    int pieces = 1;
    for (; batch.run(Cancellation(), memory); ++pieces) {
        EXPECT_LE(batch.budget().used(), of_dear + asked.body.size());
    }
    EXPECT_EQ(pieces, 3);
    const std::string& told = batch.answer().body;
    EXPECT_NE(told.find(R"(]},{"status":422,"error":"the request is more work than)"), std::string::npos) << told;
    EXPECT_NE(told.find(R"("code":"too_much_work"},{"status":200,"rows":[{)"), std::string::npos) << told;
}

/// Checks that a request of N steps is refused with a budget of N and answered with a budget of N + 1. start() stops
/// before the first step or after half of the steps; run() then does the work, as a thread would.
template <class Kind>
void expect_refused_beyond(const Case& asked, const store::Generation& generation) {
    Kind endpoint;
    EndpointRequest request = request_of(asked, generation);
    std::uint64_t steps = 0;
    const std::string whole = whole_answer(endpoint, request, steps);
    for (const std::uint64_t inline_steps : {std::uint64_t{0}, steps / 2}) {
        for (const std::uint64_t more : {std::uint64_t{0}, std::uint64_t{1}}) {
            request.inline_steps = inline_steps;
            request.max_steps = steps + more;
            ASSERT_TRUE(endpoint.start(request));
            endpoint.run();
            if (more != 0) {
                EXPECT_EQ(told(endpoint.answer()), whole);
                continue;
            }
            EXPECT_EQ(endpoint.answer().status, 422);
            EXPECT_EQ(endpoint.answer().error_code, "too_much_work");
            EXPECT_EQ(endpoint.answer().rows + endpoint.answer().total + endpoint.answer().counts, 0U);
            EXPECT_EQ(endpoint.answer().body, render_error(too_much_work_error(endpoint.budget())));
        }
    }
}

/// Checks that start() refuses the request if it spends the whole budget on the event loop, because run() would only do
/// the same work again.
template <class Kind>
void expect_refused_at_once(const Case& asked, const store::Generation& generation) {
    Kind endpoint, thread;
    EndpointRequest request = request_of(asked, generation);
    std::uint64_t steps = 0;
    (void)whole_answer(endpoint, request, steps);
    for (const std::uint64_t max_steps : {steps / 2, steps}) {
        request.max_steps = max_steps;
        request.inline_steps = 0;
        ASSERT_TRUE(thread.start(request));
        thread.run();
        request.inline_steps = max_steps;
        EXPECT_FALSE(endpoint.start(request));
        EXPECT_EQ(endpoint.answer().error_code, "too_much_work");
        EXPECT_EQ(told(endpoint.answer()), told(thread.answer()));
        EXPECT_EQ(endpoint.budget().used(), thread.budget().used());
    }
}

TEST(BudgetAnswers, WhatSpendsAllOnTheEventLoopIsRefusedThere) {
    for (const Case& asked : searches()) {
        SCOPED_TRACE(asked.body);
        expect_refused_at_once<SearchEndpoint>(asked, search_sample());
    }
    expect_refused_at_once<EnrichEndpoint>({R"({"website":"https://www.alphacoffee.com/","limit":5})"},
                                           *sample_index().generation);
}

TEST(BudgetAnswers, WhatSpendsAllIsRefused) {
    for (const Case& asked : searches()) {
        SCOPED_TRACE(asked.body);
        expect_refused_beyond<SearchEndpoint>(asked, search_sample());
    }
    expect_refused_beyond<EnrichEndpoint>({R"({"website":"https://www.alphacoffee.com/","limit":5})"},
                                          *sample_index().generation);
}

TEST(BudgetAnswers, TheRefusalNamesWhatCostMostAndHowToAskForLess) {
    Budget budget(1000);
    budget.take(WorkKind::look_up, 10);
    budget.take(WorkKind::circles, 990);
    const ApiError error = too_much_work_error(budget);
    EXPECT_EQ(error.message,
              "the request is more work than this server does for one; most of it is distances to the circles: send "
              "fewer or smaller circles, or add a city or a website to them");
    EXPECT_EQ(error.status, 422);
    EXPECT_EQ(error.field, "");
    for (std::size_t kind = 0; kind < work_kinds; ++kind) {
        Budget of_kind;
        of_kind.take(static_cast<WorkKind>(kind), 1);
        EXPECT_GT(too_much_work_error(of_kind).message.size(), 100U) << kind;
    }
}

}  // namespace
}  // namespace bizrec::api
