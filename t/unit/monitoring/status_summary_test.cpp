#include "lmdb_builder/monitoring/status_summary.hpp"

#include <gtest/gtest.h>

namespace bizrec::builder {
namespace {

constexpr char status[] = R"({"state":"degraded","reasons":["index /i: is damaged"],"workers_ready":1,
"workers_configured":2,"index":{"/i":{"generation":"0011","records":12345,"bytes":8192,"data_date":"2026-11-25",
"age_s":7201,"workers_behind":1},"/j":{}},"endpoint":{"search":{"requests":{"200":90,"422":7,"503":3,"other":1},
"rows":40,"latency":{"buckets":{"1e-05":0,"2e-05":60,"0.05":99,"+Inf":100},"count":100},"overloaded":3,
"cancelled":0}},"credits":{"/l":{"ledger_age_s":1,"unwritten_s":0.4,"teams":2},"/m":{"unwritten_s":61,"teams":1}}})";

TEST(StatusSummary, Lines) {
    const auto summary = summarise_status(status, std::nullopt);
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary.value().state, "degraded");
    EXPECT_EQ(summary.value().requests.at("search"), 101U);
    EXPECT_EQ(summary.value().text, R"(degraded: 1 of 2 workers are ready
  index /i: is damaged

index  generation  records     size  data        age  behind
/i     0011         12,345  8.0 KiB  2026-11-25  2 h       1
/j     none              0  0 bytes              0 s       0

endpoint  requests  /s  2xx  4xx  5xx  rows  half below  99 % below  overloaded  cancelled
search         101   -   90    7    3    40     0.02 ms       50 ms           3          0

ledger  teams  written
/l          2  1 s ago
/m          1  not for 61 s
)");
}

TEST(StatusSummary, RequestsASecondSinceTheEarlierOne) {
    const auto text = [](std::uint64_t before, double seconds) {
        return summarise_status(status, EarlierRequests{{{"search", before}}, seconds}).value().text;
    };
    EXPECT_NE(text(1, 2).find("101  50.0   90"), std::string::npos);
    EXPECT_NE(text(102, 2).find("101   -   90"), std::string::npos) << "the server has begun again";
}

TEST(StatusSummary, WhatIsNoStatus) {
    for (const char* json : {"", "[]", "{", "{}", R"({"state":1})", R"({"state":"fine"})", "<html>"}) {
        EXPECT_FALSE(summarise_status(json, std::nullopt)) << json;
    }
    EXPECT_EQ(
        summarise_status(R"({"state":"ok","workers_ready":1e300,"workers_configured":-1})", std::nullopt).value().text,
        "ok: 0 of 0 workers are ready\n");
    EXPECT_EQ(summarise_status(R"({"state":"ok","index":[],"endpoint":7,"credits":null})", std::nullopt).value().text,
              "ok: 0 of 0 workers are ready\n");
}

}  // namespace
}  // namespace bizrec::builder
