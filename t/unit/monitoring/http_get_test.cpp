#include "lmdb_builder/monitoring/http_get.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <atomic>
#include <thread>

#include "bizrec/store/fd.hpp"

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

/// A listening socket of the loopback address.
class Listener {
public:
    Listener() {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const any = reinterpret_cast<sockaddr*>(&address);
        EXPECT_EQ(::bind(fd_.get(), any, size), 0);
        EXPECT_EQ(::listen(fd_.get(), 8), 0);
        EXPECT_EQ(::getsockname(fd_.get(), any, &size), 0);
        port_ = ::ntohs(address.sin_port);
    }

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/"; }
    store::FileDescriptor accepted() const { return store::FileDescriptor(::accept(fd_.get(), nullptr, nullptr)); }

private:
    store::FileDescriptor fd_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    int port_ = 0;
};

/// Each byte came in time, so a limit for each receive never ended it.
TEST(HttpGet, AnAnswerThatComesByteByByteHasOneDeadline) {
    const Listener listener;
    std::atomic<bool> ended{false};
    std::thread server([&] {
        const store::FileDescriptor client = listener.accepted();
        while (!ended && ::send(client.get(), "x", 1, MSG_NOSIGNAL) == 1) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    const auto answer = http_get(listener.url(), std::chrono::milliseconds(100));
    ended = true;
    server.join();
    ASSERT_FALSE(answer);
    EXPECT_NE(answer.error().message.find("cannot read the answer: no answer within"), std::string::npos)
        << answer.error().message;
}

TEST(HttpGet, AServerThatNeverAnswersIsLeft) {
    const Listener listener;
    const auto answer = http_get(listener.url(), std::chrono::milliseconds(50));
    ASSERT_FALSE(answer);
    EXPECT_NE(answer.error().message.find("no answer within"), std::string::npos) << answer.error().message;
    EXPECT_FALSE(http_get(listener.url(), std::chrono::milliseconds(0)));
}

}  // namespace
}  // namespace bizrec::builder
