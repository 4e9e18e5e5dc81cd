#include "t/unit/api/request_table.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <set>
#include <sstream>

#include "t/unit/api/sample_index.hpp"

namespace bizrec::api {
namespace {

std::string code_of(int status) {
    return status == 422 ? "invalid_field" : status == 413 ? "body_too_large" : "invalid_json";
}

std::string text_of(const simdjson::dom::object& error, const char* name) {
    std::string_view text;
    return error[name].get(text) == simdjson::SUCCESS ? std::string(text) : "(missing)";
}

void show_location(std::ostringstream& out, const search::LocationFilter& location) {
    out << " [" << location.country;
    if (!location.state.empty()) {
        out << " state=" << location.state;
    }
    if (!location.city.empty()) {
        out << " city=" << location.city;
    }
    for (const std::string& code : location.postal_codes) {
        out << " zip=" << code;
    }
    if (location.has_circle) {
        out << " @" << location.centre.latitude << ',' << location.centre.longitude << '~' << location.radius_metres;
    }
    out << ']';
}

}  // namespace

void expect_refusal(const Answer& answer, const Refused& refused) {
    EXPECT_EQ(answer.status, refused.status) << answer.body;
    EXPECT_EQ(answer.error_code, code_of(refused.status));
    EXPECT_EQ(answer.rows, 0U);
    EXPECT_EQ(answer.total, 0U);
    EXPECT_EQ(answer.key, "");
    EXPECT_EQ(answer.applied_defaults, "");
    simdjson::dom::parser parser;
    simdjson::dom::object error;
    ASSERT_EQ(parser.parse(answer.body).get(error), simdjson::SUCCESS) << answer.body;
    std::set<std::string> keys;
    for (const auto member : error) {
        keys.insert(std::string(member.key));
    }
    EXPECT_EQ(keys, refused.field.empty() ? (std::set<std::string>{"error", "detail", "code"})
                                          : (std::set<std::string>{"error", "detail", "code", "field"}));
    EXPECT_EQ(text_of(error, "error"), text_of(error, "detail"));
    EXPECT_EQ(text_of(error, "code"), code_of(refused.status));
    EXPECT_EQ(refused.field.empty() ? "" : text_of(error, "field"), refused.field);
    EXPECT_NE(text_of(error, "error").find(refused.message), std::string::npos)
        << "message: " << text_of(error, "error") << "\nshould hold: " << refused.message;
}

std::string show(const std::vector<search::LocationFilter>& locations) {
    std::ostringstream out;
    out.precision(12);
    for (const search::LocationFilter& location : locations) {
        show_location(out, location);
    }
    return out.str();
}

namespace {

void check_one(const Refused& refused, bool strict, EnrichEndpoint& endpoint) {
    SCOPED_TRACE("body " + refused.body.substr(0, 300));
    expect_refusal(endpoint.answer(*sample_index().generation, refused.body, strict), refused);
}

void check_one(const Accepted& accepted, bool strict, EnrichRequestParser& parser) {
    SCOPED_TRACE("body " + accepted.body.substr(0, 300));
    search::EnrichQuery query;
    RequestNotes notes;
    ApiError error;
    ASSERT_TRUE(parser.parse(accepted.body, strict, *sample_index().generation, query, notes, error)) << error.message;
    EXPECT_EQ(show(query), accepted.query);
    static EnrichEndpoint endpoint;
    const Answer& answer = endpoint.answer(*sample_index().generation, accepted.body, strict);
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.ignored_fields, accepted.ignored);
    EXPECT_EQ(answer.applied_defaults, accepted.defaults);
}

}  // namespace

std::string show(const search::EnrichQuery& query) {
    std::ostringstream out;
    out.precision(12);
    if (query.has_website) {
        out << (query.website.names_business() ? query.website.key : kind_name(query.website.kind)) << ' ';
    }
    if (query.has_profile) {
        out << '+' << (query.profile.names_business() ? query.profile.key : kind_name(query.profile.kind)) << ' ';
    }
    out << "limit=" << query.limit << (query.estimate_total ? " total" : "");
    out << show(query.locations);
    return out.str();
}

void check(std::initializer_list<Refused> table, bool strict) {
    EnrichEndpoint endpoint;
    for (const Refused& refused : table) {
        check_one(refused, strict, endpoint);
    }
}

void check(std::initializer_list<Accepted> table, bool strict) {
    EnrichRequestParser parser;
    for (const Accepted& accepted : table) {
        check_one(accepted, strict, parser);
    }
}

std::string with(const std::string& fields) {
    return R"({"website":"alphacoffee.com",)" + fields + "}";
}

std::string at(const std::string& value) {
    return with("\"location\":" + value);
}

std::string repeat(const std::string& text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) {
        all += text;
    }
    return all;
}

}  // namespace bizrec::api
