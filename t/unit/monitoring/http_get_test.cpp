#include "lmdb_builder/monitoring/http_get.hpp"

#include <gtest/gtest.h>

namespace bizrec::builder {
namespace {

std::string parts_of(const std::string& url) {
    const auto address = parse_http_address(url);
    return address ? address.value().host + " " + address.value().port + " " + address.value().target + " " +
                         address.value().authority
                   : "error: " + address.error().message;
}

TEST(HttpAddress, Parts) {
    EXPECT_EQ(parts_of("http://127.0.0.1/bizrec/status"), "127.0.0.1 80 /bizrec/status 127.0.0.1");
    EXPECT_EQ(parts_of("HTTP://edge1.example:8080"), "edge1.example 8080 / edge1.example:8080");
    EXPECT_EQ(parts_of("http://a?b#c"), "a 80 /?b a");
    EXPECT_EQ(parts_of("http://[::1]:81/s"), "::1 81 /s [::1]:81");
    EXPECT_EQ(parts_of("http://[::1]/s"), "::1 80 /s [::1]");
}

TEST(HttpAddress, WhatIsNone) {
    for (const char* url : {"", "/status", "ftp://a/", "http://", "http:///x", "http://:80/", "http://a:port/",
                            "http://a:65536/", "http://a:/", "http://a/ b", "http://a/\r\nX: y", "http://me@a/"}) {
        EXPECT_EQ(parts_of(url).substr(0, 7), "error: ") << url;
    }
    EXPECT_NE(parts_of("https://a/").find("curl -s"), std::string::npos) << "what to do instead";
}

TEST(HttpAnswer, Body) {
    EXPECT_EQ(body_of_answer("HTTP/1.1 200 OK\r\nA: b\r\n\r\n{}\n").value(), "{}\n");
    EXPECT_EQ(body_of_answer("HTTP/1.0 200\r\n\r\n").value(), "");
    EXPECT_EQ(body_of_answer("HTTP/1.1 403 Forbidden\r\n\r\nno").error().message, "the answer is 403 Forbidden");
    for (const char* answer : {"", "HTTP/1.1 200 OK\r\n", "<html>\r\n\r\n", "HTTP/1.1\r\n\r\n"}) {
        EXPECT_FALSE(body_of_answer(answer)) << answer;
    }
}

TEST(HttpAnswer, ThatIsCutOffIsNotTakenAsWhole) {
    const auto with = [](const std::string& length) {
        return body_of_answer("HTTP/1.1 200 OK\r\nServer: nginx\r\n" + length + "\r\nA: b\r\n\r\n{\"a\"}");
    };
    EXPECT_EQ(with("Content-Length: 1234567").error().message, "the answer was cut off: 5 of 1,234,567 bytes came");
    EXPECT_EQ(with("content-length:6").error().message, "the answer was cut off: 5 of 6 bytes came");
    EXPECT_EQ(with("Content-Length: many").error().message,
              "the answer has the Content-Length \"many\": expected a number of bytes");
    for (const char* length :
         {"Content-Length: 5", "CONTENT-LENGTH:\t5 ", "X-Content-Length: 9", "B: Content-Length: 9"}) {
        EXPECT_EQ(with(length).value(), "{\"a\"}") << length;
    }
    EXPECT_EQ(body_of_answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").value(), "");
    EXPECT_EQ(body_of_answer("HTTP/1.1 200 OK\r\n\r\nContent-Length: 99\r\n").value(), "Content-Length: 99\r\n");
}

}  // namespace
}  // namespace bizrec::builder
