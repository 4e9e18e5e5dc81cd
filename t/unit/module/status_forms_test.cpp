#include "ngx_bizrec_module/status_forms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ngx_bizrec_module/status_bodies.hpp"
#include "ngx_bizrec_module/status_figures.hpp"
#include "t/unit/module/status_snapshots.hpp"

namespace bizrec::ngx {
namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// A quote, a backslash, a line end and markup.
constexpr char awkward[] = "a\"b\\c\nd<e>&";

StatusSnapshot busy_snapshot() {
    StatusSnapshot snapshot = healthy_snapshot();
    auto& counts = snapshot.counters.endpoints[0];
    counts.statuses[place_of_status(200)] = 40;
    counts.statuses[place_of_status(499)] = 2;
    counts.statuses[place_of_status(418)] = 1;
    counts.rows = 77;
    counts.times[place_of_time(10'000)] = 30;
    counts.times[place_of_time(10'001)] = 9;
    counts.times[place_of_time(11'000'000'000)] = 1;
    counts.engine_ns = 11'500'000'000;
    snapshot.counters.readings[0] = 3;
    snapshot.zones = {{awkward, 1, 2}};
    LedgerSnapshot ledger;
    ledger.path = "/srv/ledger.mdb";
    ledger.written_s = snapshot.now_s - 2;
    ledger.top = {{"acme", 1250}};
    snapshot.ledgers = {ledger};
    return snapshot;
}

TEST(StatusFigures, TheTableIsInTheOrderOfTheNames) {
    std::set<std::string> paths;
    std::set<std::string> metrics;
    for (std::size_t i = 0; i < figure_kind_count; ++i) {
        const FigureKind& kind = figure_kinds[i];
        const std::string metric = kind.metric;
        EXPECT_EQ(static_cast<std::size_t>(kind.name), i);
        EXPECT_TRUE(*kind.path == '\0' || paths.insert(kind.path).second) << kind.path;
        EXPECT_TRUE(metric.empty() || metrics.insert(metric).second) << metric;
        EXPECT_EQ(std::string(kind.help).find_first_of("\\\n\""), std::string::npos) << kind.help;
        if (metric.empty()) {
            continue;
        }
        const auto ends = [&metric](const std::string& end) {
            return metric.size() > end.size() && metric.substr(metric.size() - end.size()) == end;
        };
        EXPECT_EQ(metric.rfind("bizrec_", 0), 0U) << metric;
        EXPECT_EQ(kind.type == FigureType::counter, ends("_total")) << metric;
        EXPECT_TRUE(*kind.unit == '\0' || ends(std::string("_") + kind.unit)) << metric;
        EXPECT_NE(kind.type, FigureType::text) << metric;
    }
    EXPECT_EQ(figure_kind_count, static_cast<std::size_t>(FigureName::info) + 1);
}

TEST(StatusFigures, TimesAreText) {
    EXPECT_EQ(text_of(UnixTime{1'764'200'001}), "2025-11-26T23:33:21Z");
    EXPECT_EQ(text_of(UnixTime{0}), "1970-01-01T00:00:00Z");
    EXPECT_EQ(text_of(0.5), "0.5");
}

TEST(StatusFigures, AgeIsThatOfTheData) {
    StatusSnapshot snapshot = healthy_snapshot();
    EXPECT_TRUE(has(status_json(figures_of(snapshot)), "\"age_s\":171201,"));
    snapshot.workers[0].index[0].data_date = {};
    EXPECT_TRUE(has(status_json(figures_of(snapshot)), "\"age_s\":200001,"));
}

/// bizrec_index_refused is 1 only if an earlier generation still serves. Without a generation the server is not ready,
/// which is another alert.
TEST(StatusFigures, ARefusalIsOfAFileThatAnEarlierGenerationStandsBefore) {
    StatusSnapshot snapshot = healthy_snapshot();
    for (WorkerReport& worker : snapshot.workers) {
        worker.index[0].refused_reason.set("does not exist");
    }
    EXPECT_TRUE(
        has(status_metrics(figures_of(snapshot), false), "\nbizrec_index_refused{index=\"/srv/index.mdb\"} 1\n"));
    for (WorkerReport& worker : snapshot.workers) {
        worker.index[0].generation = {};
    }
    EXPECT_TRUE(
        has(status_metrics(figures_of(snapshot), false), "\nbizrec_index_refused{index=\"/srv/index.mdb\"} 0\n"));
    EXPECT_TRUE(has(status_json(figures_of(snapshot)), "\"refused\":{\"reason\":\"does not exist\""));
}

TEST(StatusForms, Json) {
    const std::string json = status_json(figures_of(busy_snapshot()));
    EXPECT_EQ(json.rfind("{\"state\":\"ok\",\"reasons\":[],\"ready\":true,\"workers_alive\":2,", 0), 0U) << json;
    for (const char* part : {
             R"("index":{"/srv/index.mdb":{"served":true,"generation":"00112233445566aa","data_date":"2025-11-25",)",
             R"("endpoint":{"enrich_company":{"requests":{"200":40,"499":2,"other":1},"rows":77,"latency":{"buckets":)",
             R"({"1e-05":30,"2e-05":39,)",
             R"("10.0":39,"+Inf":40},"sum_s":11.5,"count":40})",
             R"("cancelled":2}},"readings":{"all_words":3,)",
             R"("credits":{"/srv/ledger.mdb":{"ledger_age_s":2,"unwritten_s":0,"teams":0,"top":{"acme":1.25}}})",
             R"("zones":{"a\"b\\c\nd<e>&":{"used":1,"size":2}})",
             R"("workers":{"101":{"number":0,"ready":true,"ending":false,)",
             R"("versions":{"module":"0.1.0","nginx":"1.22.1"}})",
         }) {
        EXPECT_TRUE(has(json, part)) << part << "\n" << json;
    }
    EXPECT_EQ(std::count(json.begin(), json.end(), '{'), std::count(json.begin(), json.end(), '}'));
    EXPECT_FALSE(has(json, "\"search\"")) << "an endpoint that the configuration does not have";
}

TEST(StatusForms, Metrics) {
    const auto figures = figures_of(busy_snapshot());
    const std::string plain = status_metrics(figures, false);
    for (const char* part : {
             "# HELP bizrec_requests_total Requests by the class of the status: 2xx, 4xx, 5xx, other\n"
             "# TYPE bizrec_requests_total counter\n"
             "bizrec_requests_total{endpoint=\"enrich_company\",status=\"2xx\"} 40\n"
             "bizrec_requests_total{endpoint=\"enrich_company\",status=\"4xx\"} 2\n"
             "bizrec_requests_total{endpoint=\"enrich_company\",status=\"5xx\"} 0\n"
             "bizrec_requests_total{endpoint=\"enrich_company\",status=\"other\"} 1\n",
             "\nbizrec_engine_seconds_bucket{endpoint=\"enrich_company\",le=\"1e-05\"} 30\n",
             "\nbizrec_engine_seconds_bucket{endpoint=\"enrich_company\",le=\"+Inf\"} 40\n"
             "bizrec_engine_seconds_sum{endpoint=\"enrich_company\"} 11.5\n"
             "bizrec_engine_seconds_count{endpoint=\"enrich_company\"} 40\n",
             "\nbizrec_zone_used_bytes{zone=\"a\\\"b\\\\c\\nd<e>&\"} 1\n",
             "\nbizrec_ledger_spent_credits_total{ledger=\"/srv/ledger.mdb\",team=\"acme\"} 1.25\n",
             "\nbizrec_index_published_timestamp_seconds{index=\"/srv/index.mdb\"} 1764000000\n",
             "\nbizrec_info{module=\"0.1.0\",nginx=\"1.22.1\"} 1\n",
         }) {
        EXPECT_TRUE(has(plain, part)) << part << "\n" << plain;
    }
    const std::string open = status_metrics(figures, true);
    EXPECT_TRUE(has(open, "# TYPE bizrec_requests counter\nbizrec_requests_total{"));
    EXPECT_TRUE(has(open, "# TYPE bizrec_engine_seconds histogram\n# UNIT bizrec_engine_seconds seconds\n"));
    EXPECT_EQ(open.substr(open.size() - 7), "\n# EOF\n");
    EXPECT_FALSE(has(plain, "# EOF"));
}

TEST(StatusForms, Page) {
    const std::string page = status_page(figures_of(busy_snapshot()));
    EXPECT_TRUE(has(page, "a&quot;b\\c\nd&lt;e&gt;&amp;"));
    EXPECT_TRUE(has(page, "<p class=\"state ok\">ok</p>"));
    EXPECT_TRUE(has(page, "<title>1e-05 s: 30</title>"));
    EXPECT_TRUE(has(page, "<h3>enrich_company</h3>"));
    for (const char* outside : {"http://", "https://", "<script", "src=", "href="}) {
        EXPECT_FALSE(has(page, outside)) << outside;
    }
}

TEST(StatusForms, ByTheAddress) {
    EXPECT_EQ(form_of_segment("metrics"), StatusForm::metrics);
    EXPECT_EQ(form_of_segment("ready"), StatusForm::ready);
    EXPECT_EQ(form_of_segment("reday"), std::nullopt);
    EXPECT_EQ(form_of_segment(""), std::nullopt);
}

TEST(StatusForms, ByAccept) {
    const std::pair<const char*, StatusForm> cases[] = {
        {"", StatusForm::json},
        {"*/*", StatusForm::json},
        {"application/json", StatusForm::json},
        {"image/png", StatusForm::json},
        {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", StatusForm::page},
        {"Text/HTML; charset=utf-8", StatusForm::page},
        {"text/html;q=0.4, application/json;q=0.5", StatusForm::json},
        {"text/html;q=0", StatusForm::json},
        {"text/html;q=0., text/plain;q=0.001", StatusForm::metrics},
        {"application/json;q=0.9, text/html;q=0x5", StatusForm::page},  // an invalid weight counts as 1
        {"text/plain;version=0.0.4", StatusForm::metrics},
        {"application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
         StatusForm::metrics},
        {",;,q=1;;", StatusForm::json},
    };
    for (const auto& [accept, form] : cases) {
        EXPECT_EQ(form_of_accept(accept).form, form) << accept;
    }
    EXPECT_TRUE(form_of_accept("application/openmetrics-text;q=0.5,text/plain;q=0.3").is_open_metrics);
    EXPECT_FALSE(form_of_accept("application/openmetrics-text;q=0.3,text/plain;q=0.35").is_open_metrics);
}

TEST(StatusLayout, Places) {
    EXPECT_EQ(place_of_time(0), 0U);
    EXPECT_EQ(place_of_time(10'000), 0U);
    EXPECT_EQ(place_of_time(10'001), 1U);
    EXPECT_EQ(place_of_time(10'000'000'001), time_places - 1);
    EXPECT_EQ(place_of_status(200), 0U);
    EXPECT_EQ(place_of_status(299), status_places - 1);
    EXPECT_EQ(place_of_reading("decoded;searched=\"a\""), static_cast<std::size_t>(search::Reading::decoded));
    EXPECT_EQ(place_of_reading("none"), reading_count);
}

}  // namespace
}  // namespace bizrec::ngx
