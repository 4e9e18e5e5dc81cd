#include "bizrec/api/error.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <random>
#include <string>

#include "bizrec/api/header_text.hpp"

namespace bizrec::api {
namespace {

TEST(Error, StandardRefusals) {
    struct Expected {
        int status;
        std::string code, message;
    };
    for (const Expected& expected : {
             Expected{400, "bad_request", "Bad Request"},
             {401, "invalid_api_key", "Invalid API Key"},
             {402, "credit_limit_reached", "Credit limit reached"},
             {403, "forbidden", "Forbidden"},
             {404, "not_found", "Not Found"},
             {413, "body_too_large", "the request body is too large"},
             {414, "bad_request", "the request line is too long"},
             {429, "too_many_requests", "Too many requests"},
             {431, "bad_request", "the request headers are too large"},
             {500, "internal", "Internal Server Error"},
             {501, "internal", "Not Implemented"},
             {502, "internal", "Bad Gateway"},
             {503, "index_unavailable", "the index is not available at the moment; please retry shortly"},
             {504, "internal", "Gateway Timeout"},
         }) {
        const ApiError& error = standard_error(expected.status);
        EXPECT_EQ(error.status, expected.status);
        EXPECT_EQ(error.code, expected.code);
        EXPECT_EQ(error.message, expected.message);
        EXPECT_EQ(error.field, "");
    }
    for (const int status : {0, -1, 200, 405, 418, 422, 599, 999}) {
        EXPECT_EQ(standard_error(status).status, 500);
    }
}

TEST(Error, TooLargeNamesTheLimit) {
    EXPECT_EQ(too_large_error(65536).message,
              "the request body is too large: this endpoint takes up to 65536 bytes (64 KiB)");
    const ApiError error = too_large_error(1U << 20);
    EXPECT_EQ(error.message, "the request body is too large: this endpoint takes up to 1048576 bytes (1 MiB)");
    EXPECT_EQ(error.status, 413);
    EXPECT_EQ(error.code, "body_too_large");
}

TEST(Error, Rendered) {
    EXPECT_EQ(render_error(standard_error(401)),
              R"({"error":"Invalid API Key","detail":"Invalid API Key","code":"invalid_api_key"})");
    EXPECT_EQ(
        render_error({422, "invalid_field", "limit: \"x\"\n", "location[1].lat"}),
        R"({"error":"limit: \"x\"\n","detail":"limit: \"x\"\n","code":"invalid_field","field":"location[1].lat"})");
}

TEST(Error, AnyBytesGiveJson) {
    constexpr unsigned seed = 11;
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    simdjson::dom::parser parser;
    for (int round = 0; round < 20000; ++round) {
        std::string message(random() % 24, '\0');
        for (char& c : message) {
            c = static_cast<char>(random() % 3 == 0 ? random() % 0x30 : 0x70 + random() % 0x90);
        }
        simdjson::dom::object error;
        ASSERT_EQ(parser.parse(render_error({400, "invalid_json", message, message})).get(error), simdjson::SUCCESS);
        EXPECT_EQ(std::string_view(error["error"]), std::string_view(error["detail"]));
        if (simdjson::validate_utf8(message)) {
            EXPECT_EQ(std::string_view(error["error"]), message);
        }
    }
}

TEST(Error, HeaderTextHoldsNothingThatAHeaderMayNot) {
    std::string every;
    for (int c = 0; c < 256; ++c) {
        every = static_cast<char>(c);
        for (const char b : header_name(every)) {
            EXPECT_TRUE(b > 0x20 && b < 0x7F && b != ',' && b != '"');
        }
        std::string text;
        append_header_text(text, every);
        ASSERT_EQ(text.size(), 1U);
        EXPECT_TRUE(text[0] >= 0x20 && text[0] < 0x7F);
    }
    EXPECT_EQ(header_name(std::string(500, '\n')).size(), 63U + 3U);
    std::string joined = "old";
    join_header_names({}, joined);
    EXPECT_EQ(joined, "");
    join_header_names({"a", "b"}, joined);
    EXPECT_EQ(joined, "a, b");
}

}  // namespace
}  // namespace bizrec::api
