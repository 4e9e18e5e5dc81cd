// A server may store the beginning of a large body outside Answer::body. The stored part and the rest form the body,
// whichever parts the store accepts.
#include <gtest/gtest.h>

#include <algorithm>

#include "bizrec/api/enrich_batch.hpp"
#include "bizrec/api/records_answer.hpp"
#include "bizrec/api/search_answer.hpp"
#include "t/unit/api/search_sample.hpp"

namespace bizrec::api {
namespace {

/// Accepts parts of at least `least` bytes, up to `room` bytes in total.
class TestStore final : public BodyStore {
public:
    explicit TestStore(std::size_t least, std::size_t room = SIZE_MAX) : least_(least), room_(room) {}
    void offer(std::string& part) noexcept override {
        largest_ = std::max(largest_, part.size());
        if (part.size() >= least_ && part.size() <= room_ - text_.size()) {
            text_ += part;
            part.clear();
        }
    }
    std::uint64_t bytes() const noexcept override { return text_.size(); }
    const std::string& text() const { return text_; }
    std::size_t largest() const { return largest_; }

private:
    std::size_t least_, room_, largest_ = 0;
    std::string text_;
};

EndpointRequest request_of(const std::string& body, SearchRows rows = SearchRows::ids) {
    EndpointRequest request;
    request.generation = &search_sample();
    request.body = body;
    request.rows = rows;
    return request;
}

/// Runs the request to its end. Returns the part of the body that the store has not taken.
std::string ask(Endpoint& endpoint, const EndpointRequest& request, BodyStore& store) {
    EXPECT_TRUE(endpoint.start(request));
    while (endpoint.run(Cancellation(), store)) {
    }
    return endpoint.answer().body;
}

/// Checks that the body is the same with stores that accept parts of different sizes, and that the limit of the answer
/// is exact to the byte.
void expect_same_body(Endpoint& endpoint, EndpointRequest request, std::size_t min_rows) {
    BodyStore memory;
    const std::string whole = ask(endpoint, request, memory);
    ASSERT_EQ(endpoint.answer().status, 200) << whole;
    ASSERT_GE(endpoint.answer().rows, min_rows);
    const auto rows = endpoint.answer().rows;
    for (const std::size_t least : {std::size_t{1}, std::size_t{300}, std::size_t{5000}, whole.size() + 1}) {
        for (const std::size_t room : {std::size_t{0}, whole.size() / 2, whole.size()}) {
            TestStore store(least, room);
            const std::string rest = ask(endpoint, request, store);
            EXPECT_EQ(store.text() + rest, whole) << least << " " << room;
            EXPECT_EQ(endpoint.answer().rows, rows);
            EXPECT_TRUE(store.bytes() != 0 || room < whole.size() || least > whole.size()) << least;
            EXPECT_LE(store.bytes(), room);
        }
    }
    request.answer_limit = whole.size();
    TestStore fits(500);
    const std::string rest = ask(endpoint, request, fits);
    EXPECT_EQ(fits.text() + rest, whole);
    request.answer_limit = whole.size() - 1;
    TestStore refused(500);
    const std::string refusal = ask(endpoint, request, refused);
    EXPECT_EQ(endpoint.answer().status, 422);
    EXPECT_NE(refusal.find("answer_too_large"), std::string::npos) << "the refusal itself is not taken: " << refusal;
}

TEST(BodyStore, FullSearch) {
    SearchEndpoint endpoint;
    for (const std::string body : {R"({"limit":1000,"estimate_total":true})", R"({"limit":300})"}) {
        expect_same_body(endpoint, request_of(body, SearchRows::full), 300);
    }
}

TEST(BodyStore, IdSearch) {
    SearchEndpoint endpoint;
    expect_same_body(endpoint, request_of(R"({"limit":1000,"estimate_total":true})"), 300);
}

TEST(BodyStore, Records) {
    RecordsEndpoint endpoint;
    std::string ids = "[";
    for (std::size_t i = 0; i < 100; ++i) {
        ids += (i == 0 ? "\"" : ",\"") + search_stores()[i].id + '"';
    }
    expect_same_body(endpoint, request_of(ids + "]"), 100);
}

TEST(BodyStore, NoRecords) {
    RecordsEndpoint endpoint;
    TestStore store(1);
    const std::string body = "[\"00000000-0000-4000-8000-000000000000\"]";
    EXPECT_EQ(ask(endpoint, request_of(body), store), "{}");
}

TEST(BodyStore, Enrichment) {
    EnrichEndpoint endpoint;
    BodyStore memory;
    std::string domain;  // the domain of a business whose answer has several rows
    for (const SampleStore& store : search_stores()) {
        const std::string body = R"({"website":")" + store.domain + R"("})";
        if (!store.domain.empty() && !ask(endpoint, request_of(body), memory).empty() && endpoint.answer().rows > 1) {
            domain = store.domain;
        }
    }
    ASSERT_FALSE(domain.empty());
    expect_same_body(endpoint, request_of(R"({"website":")" + domain + R"(","estimate_total":true})"), 2);
}

TEST(BodyStore, Batch) {
    EnrichBatchEndpoint endpoint;
    std::string items = R"({"items":[7,{"limit":0})";
    for (std::size_t i = 0; i < 98; ++i) {
        items += R"(,{"website":")" + search_stores()[i].domain + R"(","estimate_total":true})";
    }
    BodyStore memory;
    const std::string body = items + "]}";
    const EndpointRequest request = request_of(body);
    const std::string whole = ask(endpoint, request, memory);
    ASSERT_EQ(endpoint.answer().status, 200) << whole;
    ASSERT_GT(endpoint.answer().rows, 50U);
    for (const std::size_t least : {std::size_t{1}, std::size_t{300}, std::size_t{5000}}) {
        TestStore store(least);
        const std::string rest = ask(endpoint, request, store);
        EXPECT_EQ(store.text() + rest, whole);
    }
}

/// At most one part and one row are in memory, for any number of rows.
TEST(BodyStore, LittleStaysInMemory) {
    SearchEndpoint endpoint;
    const std::string body = R"({"limit":400})";
    TestStore store(10'000);
    const std::string rest = ask(endpoint, request_of(body, SearchRows::full), store);
    EXPECT_GT(store.bytes(), 100'000U);
    EXPECT_LT(store.largest(), 13'000U);
    EXPECT_LT(rest.size(), 13'000U);
}

}  // namespace
}  // namespace bizrec::api
