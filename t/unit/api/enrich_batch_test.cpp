// A batch of enrichments answers each item as a single request would.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bizrec/api/enrich_batch.hpp"
#include "t/unit/api/request_table.hpp"
#include "t/unit/api/sample_index.hpp"
#include "t/unit/support/allocation_hook.hpp"

namespace bizrec::api {
namespace {

const store::Generation& sample() {
    return *sample_index().generation;
}

std::string batch_of(const std::vector<std::string>& items) {
    std::string body = "{\"items\":[";
    for (const std::string& item : items) {
        body += body.back() == '[' ? "" : ",";
        body += item;
    }
    return body + "]}";
}

std::string member(const char* name, const std::string& value) {
    return value.empty() ? "" : std::string(",\"") + name + "\":\"" + value + '"';
}

/// The oracle: the answer of the endpoint for single enrichments, in the form of an item of a batch.
std::string alone(EnrichEndpoint& single, const std::string& item, bool strict, Answer& sum) {
    const Answer& answer = single.answer(sample(), item, strict);
    const std::string notes = member("ignored_fields", answer.ignored_fields) +
                              member("applied_defaults", answer.applied_defaults) +
                              member("identity_note", answer.identity_note);
    std::string text = "{\"status\":" + std::to_string(answer.status) + ",";
    sum.rows += answer.rows;
    sum.total += answer.total;
    if (answer.status != 200) {
        return text + answer.body.substr(1, answer.body.size() - 2) + notes + "}";
    }
    const std::string envelope = "{\"data\":";
    if (answer.body.compare(0, envelope.size(), envelope) != 0) {
        return text + "\"rows\":" + answer.body + notes + "}";
    }
    return text + "\"rows\":" + answer.body.substr(envelope.size(), answer.body.size() - envelope.size() - 1) + notes +
           "}";
}

Answer alone(const std::vector<std::string>& items, bool strict) {
    EnrichEndpoint single;
    Answer expected;
    expected.body = "[";
    for (const std::string& item : items) {
        expected.body += expected.body.size() == 1 ? "" : ",";
        expected.body += alone(single, item, strict, expected);
    }
    expected.body += "]";
    return expected;
}

const std::vector<std::string>& kinds_of_items() {
    static const std::vector<std::string> items = {
        with(R"("limit":2)"),
        with(R"("limit":3,"estimate_total":true)"),
        R"({"website":"nobody.example"})",
        R"({"website":"nobody.example","estimate_total":true})",
        R"({"website":"solo-shop.com","frobnicate":1})",
        R"({"social_media_link":"https://instagram.com/betabakes"})",
        R"({"website":"https://bit.ly/3x"})",
        R"({"website":"not a link"})",
        R"({"limit":1})",
        with(R"("limit":51)"),
        with(R"("limit":"x","unknown":[])"),
        R"({"website":"solo-shop.com","website":"solo-shop.com"})",
        at(R"({"lat":37.77,"long":-122.41})"),
        at(R"([{"city":"Paris","country":"FR"},{"lat":37.77,"long":-122.41}])"),
        R"({})",
    };
    return items;
}

void expect_same(const Answer& answer, const Answer& expected, const std::string& body) {
    EXPECT_EQ(answer.status, 200) << body;
    ASSERT_EQ(answer.body, expected.body) << body;
    EXPECT_EQ(answer.rows, expected.rows);
    EXPECT_EQ(answer.total, expected.total);
    EXPECT_EQ(answer.key + answer.ignored_fields + answer.applied_defaults + answer.identity_note, "")
        << "what concerns an item is in it";
}

TEST(EnrichBatch, EachItemIsAnsweredAsItWouldBeAlone) {
    EnrichBatchEndpoint batch;
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::string> items(1 + random() % max_batch_items);
        for (std::string& item : items) {
            item = kinds_of_items()[random() % kinds_of_items().size()];
        }
        const bool strict = random() % 4 == 0;
        const std::string body = batch_of(items);
        expect_same(batch.answer(sample(), body, strict), alone(items, strict), body);
    }
}

/// The event loop may do any number of steps before a thread continues. The items of the event loop and those of the
/// thread form the same body.
TEST(EnrichBatch, ABodyInTwoPartsIsTheBody) {
    EnrichBatchEndpoint parts;
    const std::string body = batch_of(kinds_of_items());
    const Answer expected = alone(kinds_of_items(), false);
    ASSERT_LT(body.size(), max_body_read_at_once);
    unsigned in_parts = 0, at_once = 0;
    for (std::uint64_t steps = 0; steps < 200'000; steps += 331) {
        const bool more = parts.start({&sample(), body, false, steps});
        in_parts += more && parts.answer().body.size() > 1 ? 1U : 0U;
        at_once += more ? 0U : 1U;
        if (more) {
            parts.run();
        }
        expect_same(parts.answer(), expected, std::to_string(steps));
    }
    EXPECT_GT(in_parts, 2U);
    EXPECT_GT(at_once, 2U);
}

/// Each item of a batch is a piece of work. Between two pieces the thread may work for other requests, and each piece
/// may run on another thread.
TEST(EnrichBatch, APieceIsAnItem) {
    EnrichBatchEndpoint pieces;
    const std::string body = batch_of(kinds_of_items()) + std::string(max_body_read_at_once, ' ');
    ASSERT_TRUE(pieces.start({&sample(), body, false, 0}));
    BodyStore memory;
    std::size_t count = 1;
    while (pieces.run(Cancellation(), memory)) {
        ++count;
    }
    EXPECT_EQ(count, kinds_of_items().size());
    expect_same(pieces.answer(), alone(kinds_of_items(), false), body);
    EXPECT_FALSE(pieces.run(Cancellation(), memory)) << "there is no more";
    expect_same(pieces.answer(), alone(kinds_of_items(), false), body);
}

TEST(EnrichBatch, ALargeBodyIsLeftToAThread) {
    EnrichBatchEndpoint batch;
    const std::string body = batch_of(kinds_of_items()) + std::string(max_body_read_at_once, ' ');
    EXPECT_TRUE(batch.start({&sample(), body, false, 50000}));
    EXPECT_EQ(batch.budget().used(), 0U) << "unread";
    EXPECT_EQ(batch.answer().body, "");
    batch.run();
    expect_same(batch.answer(), alone(kinds_of_items(), false), body);
}

TEST(EnrichBatch, ABatchThatIsGivenUpLeavesNothingToTheNext) {
    EnrichBatchEndpoint batch;
    const std::string body = batch_of(kinds_of_items());
    const Answer expected = alone(kinds_of_items(), false);
    Cancellation cancelled;
    cancelled.request();
    for (const std::uint64_t steps : {0UL, 400UL, 4000UL}) {
        (void)batch.start({&sample(), body, false, steps});
        expect_same(batch.answer(sample(), body, false), expected, "never run");
        if (batch.start({&sample(), body, false, steps})) {
            batch.run(cancelled);
        }
        expect_same(batch.answer(sample(), body, false), expected, "cancelled");
    }
}

TEST(EnrichBatch, TheWholeIsRefusedForItsOwnForm) {
    EnrichBatchEndpoint batch;
    const std::string expected = "an array of 1 to 100 bodies of enrichments";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"{}", "items: is required: " + expected},
        {R"({"items":[]})", "items: expected " + expected + ", got 0"},
        {R"({"items":{}})", "items: expected " + expected + ", got an object"},
        {R"({"items":null})", "items: expected " + expected + ", got null"},
        {R"({"items":[{}],"items":[{}]})", "items: the field stands twice in the body"},
        {batch_of(std::vector<std::string>(101, "{}")), "items: expected " + expected + ", got 101"},
    };
    for (const auto& [body, message] : cases) {
        const Answer& answer = batch.answer(sample(), body, false);
        EXPECT_EQ(answer.status, 422) << body;
        EXPECT_EQ(answer.body, render_error({422, "invalid_field", message, "items"}));
    }
    EXPECT_EQ(batch.answer(sample(), "[", false).status, 400);
    EXPECT_EQ(batch.answer(sample(), "[]", false).error_code, "invalid_json");
    EXPECT_EQ(batch.answer(sample(), std::string(batch_body_limit + 1, ' '), false).status, 413);
    EXPECT_EQ(batch.answer(sample(), R"({"items":[{}],"x":1})", true).status, 422);
    EXPECT_EQ(batch.answer(sample(), R"({"items":[{}],"x":1})", false).ignored_fields, "x");
}

TEST(EnrichBatch, AnItemThatIsNoObjectLeavesTheOthers) {
    EnrichBatchEndpoint batch;
    const std::string good = R"({"website":"nobody.example"})";
    EXPECT_EQ(batch.answer(sample(), batch_of({good, "7", "null", good}), false).body,
              R"([{"status":200,"rows":[]},)"
              R"({"status":422,"error":"items[1]: expected an object, got the number 7",)"
              R"("detail":"items[1]: expected an object, got the number 7","code":"invalid_field","field":"items[1]"},)"
              R"({"status":422,"error":"items[2]: expected an object, got null",)"
              R"("detail":"items[2]: expected an object, got null","code":"invalid_field","field":"items[2]"},)"
              R"({"status":200,"rows":[]}])");
}

TEST(EnrichBatch, AnItemThatIsNoObjectDoesNotTakeTheStepsOfTheItemBefore) {
    EnrichBatchEndpoint batch;
    const auto steps_of = [&batch](const std::vector<std::string>& items) {
        EXPECT_FALSE(batch.start({&sample(), batch_of(items), false, UINT64_MAX}));
        return batch.budget().used() - batch.budget().used(WorkKind::parse);
    };
    const std::string good = with(R"("limit":2)");
    const std::uint64_t steps = steps_of({good});
    EXPECT_GT(steps, 0U);
    EXPECT_EQ(steps_of({good, "7", "null"}), steps);
    EXPECT_EQ(steps_of({good, "7", good}), 2 * steps);
}

TEST(EnrichBatch, TheAnswerHasOneLimitToTheByte) {
    EnrichBatchEndpoint batch;
    const auto ask = [&](const std::string& body, std::size_t limit) -> const Answer& {
        if (batch.start({&sample(), body, false, UINT64_MAX, limit})) {
            batch.run();
        }
        return batch.answer();
    };
    for (const std::string& body : {batch_of(kinds_of_items()), batch_of({with("\"limit\":9"), with("\"limit\":9")}),
                                    batch_of({R"({"website":"nobody.example"})", "1"})}) {
        const Answer whole = ask(body, default_answer_limit);
        ASSERT_EQ(whole.status, 200);
        EXPECT_EQ(ask(body, whole.body.size()).body, whole.body);
        for (const std::size_t limit : {whole.body.size() - 1, whole.body.size() / 2, std::size_t{10}}) {
            const Answer& refused = ask(body, limit);
            EXPECT_EQ(refused.status, 422) << limit;
            EXPECT_EQ(refused.error_code, "answer_too_large");
            EXPECT_EQ(refused.rows + refused.total, 0U) << "nothing is charged";
            EXPECT_EQ(refused.body, render_error(batch_too_large_error(limit)));
        }
    }
}

TEST(EnrichBatch, EveryFailedAllocationIsA500) {
    const std::string body =
        batch_of({with(R"("limit":2,"x":1)"), "1", R"({"website":"not a link"})", at("{\"lat\":1,\"long\":2}")});
    EnrichBatchEndpoint reference;
    const Answer expected = reference.answer(sample(), body, false);
    ASSERT_EQ(expected.status, 200);
    bool failed = true;
    std::uint64_t failures = 0;
    for (; failed; ++failures) {
        ASSERT_LT(failures, 10000U);
        EnrichBatchEndpoint fresh;
        fail_allocation(failures);
        const Answer& first = fresh.answer(sample(), body, false);
        failed = stop_failing();
        if (failed && first.status == 500) {
            EXPECT_EQ(first.body, render_error(standard_error(500)));
            EXPECT_EQ(first.rows + first.total, 0U);
        } else {
            EXPECT_TRUE(first.body == expected.body) << first.body.substr(0, 200);
        }
        EXPECT_TRUE(fresh.answer(sample(), body, false).body == expected.body);
    }
    EXPECT_GT(failures, 1U);
}

/// After two batches of this shape, the next one allocates nothing.
TEST(EnrichBatch, AGrownEndpointAllocatesNothing) {
    EnrichBatchEndpoint batch;
    const std::string body = batch_of({with("\"limit\":2"), R"({"website":"nobody.example"})", with("\"limit\":5")});
    const Answer expected = batch.answer(sample(), body, false);
    (void)batch.answer(sample(), body, false);
    const std::uint64_t before = allocations();
    const Answer& again = batch.answer(sample(), body, false);
    EXPECT_EQ(allocations() - before, 0U);
    EXPECT_EQ(again.body, expected.body);
}

}  // namespace
}  // namespace bizrec::api
