// Compares the bodies of answers with status 200 with those of a simple renderer of this test, and checks the other
// fields of an answer.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <random>
#include <sstream>

#include "bizrec/api/enrich_answer.hpp"
#include "bizrec/api/enrich_render.hpp"
#include "t/unit/api/request_table.hpp"
#include "t/unit/api/sample_index.hpp"
#include "t/unit/support/allocation_hook.hpp"

namespace bizrec::api {
namespace {

std::string canonical(const std::string& json) {
    simdjson::dom::parser parser;
    simdjson::dom::element element;
    if (parser.parse(json).get(element) != simdjson::SUCCESS) {
        return "not JSON: " + json;
    }
    return simdjson::to_string(element);
}

std::string uuid_of(std::uint32_t docid) {
    std::ostringstream out;
    out << std::hex;
    int digits = 0;
    for (const unsigned char byte : sample_index().generation->uuid[docid]) {
        for (const int half : {byte >> 4, byte & 15}) {
            out << (digits == 8 || digits == 12 || digits == 16 || digits == 20 ? "-" : "") << half;
            ++digits;
        }
    }
    return out.str();
}

// Renders the records as they were given to the builder, not as the index stores them.
std::string slow_render(const search::EnrichQuery& query, const search::EnrichResult& result) {
    std::ostringstream out;
    out << (query.estimate_total ? "{\"data\":[" : "[");
    const char* comma = "";
    for (const search::EnrichRow& row : result.rows) {
        const std::string id = uuid_of(row.docid);
        out << comma << "{\"id\":\"" << id << "\",\"content\":" << sample_index().records.at(id)
            << ",\"match_score\":" << row.score << ",\"match_highlights\":[";
        const bool both = row.by_website && row.by_profile && query.website.key != query.profile.key;
        if (row.by_website) {
            out << '"' << query.website.key << '"' << (both ? "," : "");
        }
        if (row.by_profile && (both || !row.by_website)) {
            out << '"' << query.profile.key << '"';
        }
        out << "],\"cursor\":[" << row.score << ",\"" << id << "\"]}";
        comma = ",";
    }
    out << ']';
    if (query.estimate_total) {
        out << ",\"total_count\":" << result.total << '}';
    }
    return out.str();
}

void expect_right_answer(EnrichEndpoint& endpoint, const std::string& body) {
    SCOPED_TRACE(body);
    EnrichRequestParser parser;
    search::EnrichQuery query;
    RequestNotes notes;
    ApiError error;
    ASSERT_TRUE(parser.parse(body, false, *sample_index().generation, query, notes, error)) << error.message;
    search::EnrichResult result;
    search::enrich(*sample_index().generation, query, result);
    const Answer& answer = endpoint.answer(*sample_index().generation, body, false);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.error_code, "");
    EXPECT_EQ(answer.rows, result.rows.size());
    EXPECT_EQ(answer.total, result.total);
    EXPECT_LE(answer.rows, query.limit);
    EXPECT_GE(answer.total, answer.rows);
    EXPECT_EQ(canonical(answer.body), canonical(slow_render(query, result)));
}

TEST(Answer, EqualsTheSlowRenderer) {
    constexpr unsigned seed = 99;
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const std::vector<std::string> links = {"",
                                            "alphacoffee.com",
                                            "https://www.alphacoffee.com/stores/4",
                                            "https://facebook.com/alphacoffee",
                                            "https://instagram.com/betabakes",
                                            "solo-shop.com",
                                            "nobody-has-this.com",
                                            "https://www.instagram.com/p/C1/"};
    const std::vector<std::string> places = {"null",
                                             "{}",
                                             "[]",
                                             R"({"country":"GB"})",
                                             R"({"state":"CA"})",
                                             R"([{"city":"Saint Louis"},{"country":"FR"}])",
                                             R"({"zip_code":["94107","63101"]})",
                                             R"({"lat":37.77,"long":-122.41,"geo_radius":1000})"};
    EnrichEndpoint endpoint;
    for (int round = 0; round < 3000 && !testing::Test::HasFailure(); ++round) {
        const std::string& website = links[random() % links.size()];
        const std::string& profile =
            links[website.empty() ? 1 + random() % (links.size() - 1) : random() % links.size()];
        expect_right_answer(endpoint, R"({"website":")" + website + R"(","social_media_link":")" + profile +
                                          R"(","location":)" + places[random() % places.size()] +
                                          R"(,"estimate_total":)" + (random() % 2 == 0 ? "true" : "false") +
                                          R"(,"limit":)" + std::to_string(random() % 51) + "}");
    }
}

TEST(Answer, ExactBytes) {
    EnrichEndpoint endpoint;
    const auto& [id, record] = *sample_index().records.find("a0000000-0000-4000-8000-0000000001f5");
    const Answer& answer = endpoint.answer(*sample_index().generation,
                                           R"({"social_media_link":"https://instagram.com/betabakes"})", false);
    ASSERT_EQ(answer.rows, 1U) << answer.body;
    const std::size_t score_at = answer.body.find("\"match_score\":") + 14;
    const std::string score = answer.body.substr(score_at, answer.body.find(',', score_at) - score_at);
    EXPECT_GT(std::stoi(score), 0);
    EXPECT_LT(std::stoi(score), 1 << 24);
    EXPECT_EQ(answer.body, R"([{"id":")" + id + R"(","content":)" + record + R"(,"match_score":)" + score +
                               R"(,"match_highlights":["instagram:betabakes"],"cursor":[)" + score + ",\"" + id +
                               "\"]}]");
}

TEST(Answer, NoRows) {
    EnrichEndpoint endpoint;
    const store::Generation& generation = *sample_index().generation;
    EXPECT_EQ(endpoint.answer(generation, R"({"website":"nobody-has-this.com"})", false).body, "[]");
    const Answer& answer =
        endpoint.answer(generation, R"({"website":"nobody-has-this.com","estimate_total":true})", false);
    EXPECT_EQ(answer.body, R"({"data":[],"total_count":0})");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.key, "nobody-has-this.com");
    EXPECT_EQ(answer.identity_note, "");
}

TEST(Answer, LimitAndTotal) {
    EnrichEndpoint endpoint;
    const store::Generation& generation = *sample_index().generation;
    const Answer& answer = endpoint.answer(generation, with(R"("limit":7,"estimate_total":true)"), false);
    EXPECT_EQ(answer.rows, 7U);
    EXPECT_EQ(answer.total, 120U);
    EXPECT_NE(answer.body.find("\"total_count\":120}"), std::string::npos);
    EXPECT_EQ(endpoint.answer(generation, with(R"("limit":0)"), false).rows, 50U);
}

TEST(Answer, KeysAndNotes) {
    EnrichEndpoint endpoint;
    const store::Generation& generation = *sample_index().generation;
    struct Expected {
        std::string body, key, note_start;
        std::uint64_t rows;
    };
    for (const Expected& expected : {
             Expected{R"({"website":"https://u:hunter2@solo-shop.com/?t=hunter2"})", "solo-shop.com", "", 1},
             {R"({"website":"solo-shop.com","social_media_link":"instagram.com/betabakes"})",
              "solo-shop.com,instagram:betabakes", "", 2},
             {R"({"website":"solo-shop.com","social_media_link":"https://solo-shop.com/"})", "solo-shop.com", "", 1},
             {R"({"website":"https://www.instagram.com/p/C1/"})", "", "website: ", 0},
             {R"({"website":"https://www.instagram.com/p/C1/","estimate_total":true})", "", "website: ", 0},
             {R"({"website":"https://www.instagram.com/p/C1/","social_media_link":"instagram.com/betabakes"})",
              "instagram:betabakes", "website: ", 1},
             {R"({"website":"solo-shop.com","social_media_link":"https://www.instagram.com/p/C1/"})", "solo-shop.com",
              "social_media_link: ", 1},
         }) {
        const Answer& answer = endpoint.answer(generation, expected.body, false);
        EXPECT_EQ(answer.status, 200) << expected.body;
        EXPECT_EQ(answer.key, expected.key) << expected.body;
        EXPECT_EQ(answer.rows, expected.rows) << expected.body;
        EXPECT_EQ(answer.identity_note.substr(0, expected.note_start.size()), expected.note_start) << expected.body;
        EXPECT_EQ(answer.identity_note.size() > expected.note_start.size(), !expected.note_start.empty());
        for (const char c : answer.identity_note) {
            EXPECT_TRUE(c >= 0x20 && c < 0x7F) << answer.identity_note;
        }
    }
    const Answer& both = endpoint.answer(
        generation, R"({"website":"https://www.instagram.com/p/C1/","social_media_link":"https://x.com/intent/tweet"})",
        false);
    EXPECT_NE(both.identity_note.find("; social_media_link: "), std::string::npos) << both.identity_note;
}

TEST(Answer, NothingStaysFromTheRequestBefore) {
    EnrichEndpoint endpoint;
    const store::Generation& generation = *sample_index().generation;
    const std::string rich = R"({"x":1,"website":"https://www.instagram.com/p/C1/","location":{"city":"Paris"}})";
    endpoint.answer(generation, rich, false);
    const Answer& refused = endpoint.answer(generation, R"({"y":1})", false);
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(refused.ignored_fields, "y");
    EXPECT_EQ(refused.applied_defaults + refused.identity_note + refused.key, "");
    endpoint.answer(generation, rich, false);
    EXPECT_EQ(endpoint.answer(generation, "[", false).ignored_fields, "");
    endpoint.answer(generation, rich, false);
    const Answer& plain = endpoint.answer(generation, R"({"website":"solo-shop.com"})", false);
    EXPECT_EQ(plain.ignored_fields + plain.applied_defaults + plain.identity_note, "");
    EXPECT_EQ(plain.rows, 1U);
    EXPECT_EQ(endpoint.answer(generation, "", false).rows, 0U);
}

TEST(Answer, RowsThatTheIndexDoesNotHold) {
    search::EnrichResult result;
    std::string body;
    Budget budget;
    result.rows.push_back({sample_index().generation->documents(), 5, true, false});
    EXPECT_EQ(render_rows(*sample_index().generation, search::EnrichQuery(), result, 1000, budget, body),
              Rendered::damaged);
    result.rows[0].docid = UINT32_MAX;
    EXPECT_EQ(render_rows(*sample_index().generation, search::EnrichQuery(), result, 1000, budget, body),
              Rendered::damaged);
}

TEST(Answer, HighlightsAreEscaped) {
    search::EnrichQuery query;
    query.website.key = "odd\"key\\";
    query.profile.key = "\xFF";
    search::EnrichResult result;
    std::string body;
    Budget budget;
    result.rows.push_back({0, 5, true, true});
    ASSERT_EQ(render_rows(*sample_index().generation, query, result, default_answer_limit, budget, body),
              Rendered::whole);
    EXPECT_NE(body.find("\"match_highlights\":[\"odd\\\"key\\\\\",\"\xEF\xBF\xBD\"]"), std::string::npos) << body;
}

TEST(Answer, AllocatesNothingOnceWarm) {
    EnrichEndpoint endpoint;
    const store::Generation& generation = *sample_index().generation;
    for (const std::string& body :
         {std::string(R"({"website":"https://www.alphacoffee.com/stores/4"})"), with("\"limit\":1"),
          with(R"("estimate_total":true,"social_media_link":"https://facebook.com/alphacoffee")"),
          at(R"([{"city":"San Francisco","state":"CA"},{"country":"FR","zip_code":["75001"]}])"),
          at(R"({"lat":37.77,"long":-122.41,"geo_radius":5000})")}) {
        for (int warm_up = 0; warm_up < 3; ++warm_up) {
            endpoint.answer(generation, body, false);
        }
        const std::uint64_t before = allocations();
        const Answer& answer = endpoint.answer(generation, body, false);
        EXPECT_EQ(allocations() - before, 0U) << body;
        EXPECT_GT(answer.rows, 0U) << body;
    }
}

TEST(Answer, EveryFailedAllocationIsA500) {
    const store::Generation& generation = *sample_index().generation;
    for (const std::string& body :
         {with(R"("x":1,"social_media_link":"https://facebook.com/alphacoffee","estimate_total":true)"),
          at(R"([{"city":"San Francisco","zip_code":["94107","63101"]},{"lat":1,"long":2}])"), with("\"limit\":99"),
          std::string("{\"website\":")}) {
        EnrichEndpoint reference;
        const Answer expected = reference.answer(generation, body, false);
        bool failed = true;
        std::uint64_t failures = 0;
        for (; failed; ++failures) {
            ASSERT_LT(failures, 10000U);
            EnrichEndpoint fresh;
            fail_allocation(failures);
            const Answer& first = fresh.answer(generation, body, false);
            failed = stop_failing();
            if (failed && first.status == 500) {
                EXPECT_EQ(first.body, render_error(standard_error(500)));
                EXPECT_EQ(first.error_code, "internal");
                EXPECT_EQ(first.rows + first.total, 0U);
            } else {
                EXPECT_TRUE(first.body == expected.body) << first.body.substr(0, 200);
                EXPECT_EQ(first.status, expected.status);
            }
            const Answer& again = fresh.answer(generation, body, false);
            EXPECT_TRUE(again.body == expected.body) << again.body.substr(0, 200);
            EXPECT_EQ(again.status, expected.status);
        }
        EXPECT_GT(failures, 1U) << body;
    }
}

}  // namespace
}  // namespace bizrec::api
