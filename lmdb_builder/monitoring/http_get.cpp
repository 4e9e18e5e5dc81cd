#include "lmdb_builder/monitoring/http_get.hpp"

#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/numbers.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_answer_bytes = std::size_t{64} << 20;

struct FreeAddresses {
    void operator()(addrinfo* addresses) const noexcept { ::freeaddrinfo(addresses); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

/// One time limit for all steps of a request.
class Deadline {
public:
    explicit Deadline(std::chrono::milliseconds patience) : patience_(patience), end_(Clock::now() + patience) {}

    /// Lets the next calls on the socket wait at most until the deadline, or an equal share of that for each of so many
    /// attempts. `option`: SO_RCVTIMEO, or SO_SNDTIMEO, which also limits connect(). Returns false, with errno EAGAIN,
    /// if no time is left.
    bool limit(int fd, int option, std::int64_t attempts = 1) const noexcept {
        const auto left = std::chrono::duration_cast<std::chrono::microseconds>(end_ - Clock::now()).count() / attempts;
        if (left <= 0) {  // a timeout of 0 would be none
            errno = EAGAIN;
            return false;
        }
        constexpr std::int64_t second = 1'000'000;
        const timeval time{static_cast<time_t>(left / second), static_cast<suseconds_t>(left % second)};
        return ::setsockopt(fd, SOL_SOCKET, option, &time, sizeof time) == 0;
    }

    Error system_error(const char* what) const {
        const bool is_late = errno == EAGAIN || errno == EINPROGRESS;
        constexpr std::int64_t second = 1000;
        return Error{
            std::string(what) + ": " +
            (is_late ? "no answer within " + std::to_string(patience_.count() / second) + " s" : std::strerror(errno))};
    }

private:
    using Clock = std::chrono::steady_clock;
    std::chrono::milliseconds patience_;
    Clock::time_point end_;
};

Result<store::FileDescriptor> connected(const HttpAddress& address, const Deadline& deadline) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int code = ::getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found);
    if (code != 0) {
        return Error{std::string("cannot find the host: ") + ::gai_strerror(code)};
    }
    const Addresses addresses(found);
    std::int64_t left = 0;
    for (const addrinfo* to = found; to != nullptr; to = to->ai_next) {
        ++left;
    }
    for (const addrinfo* to = found; to != nullptr; to = to->ai_next, --left) {
        store::FileDescriptor fd(::socket(to->ai_family, to->ai_socktype | SOCK_CLOEXEC, to->ai_protocol));
        if (fd.get() >= 0 && deadline.limit(fd.get(), SO_SNDTIMEO, left) &&
            ::connect(fd.get(), to->ai_addr, to->ai_addrlen) == 0) {
            return fd;
        }
    }
    return deadline.system_error("cannot connect");
}

Status send_all(int fd, std::string_view bytes, const Deadline& deadline) {
    while (!bytes.empty()) {
        const ssize_t sent =
            deadline.limit(fd, SO_SNDTIMEO) ? ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) : -1;
        if (sent < 0 && errno != EINTR) {
            return deadline.system_error("cannot ask");
        }
        bytes.remove_prefix(sent < 0 ? 0 : static_cast<std::size_t>(sent));
    }
    return ok();
}

Result<std::string> read_all(int fd, const Deadline& deadline) {
    std::string answer;
    char piece[65536];
    for (;;) {
        const ssize_t came = deadline.limit(fd, SO_RCVTIMEO) ? ::recv(fd, piece, sizeof piece, 0) : -1;
        if (came == 0) {
            return answer;
        }
        if (came < 0 && errno != EINTR) {
            return deadline.system_error("cannot read the answer");
        }
        answer.append(piece, came < 0 ? 0 : static_cast<std::size_t>(came));
        if (answer.size() > max_answer_bytes) {
            return Error{"the answer has more than 64 MiB"};
        }
    }
}

/// The value of Content-Length in the head of an answer; "" if it has none.
std::string_view content_length(std::string_view head) {
    constexpr std::string_view name = "content-length:";
    constexpr std::string_view line_end = "\r\n";
    for (std::size_t at = head.find(line_end); at != std::string_view::npos; at = head.find(line_end)) {
        head.remove_prefix(at + line_end.size());
        if (starts_with_ignoring_case(head, name)) {
            return trim_blanks(head.substr(0, head.find(line_end)).substr(name.size()));
        }
    }
    return {};
}

/// Checks that the body has at least the announced number of bytes, because in HTTP/1.0 a broken connection looks like
/// the end of the answer.
Status check_length(std::string_view announced, std::size_t came) {
    std::uint64_t bytes = 0;
    if (announced.empty()) {
        return ok();
    }
    if (!read_whole_number(announced, bytes)) {
        return Error{"the answer has the Content-Length \"" + text::visible_start(announced) +
                     "\": expected a number of bytes"};
    }
    if (came < bytes) {
        return Error{"the answer was cut off: " + with_separators(came) + " of " + with_separators(bytes) +
                     " bytes came"};
    }
    return ok();
}

/// Sends a GET request and returns the body of the answer. Uses HTTP/1.0, so that the server marks the end of the
/// answer by closing the connection.
Result<std::string> ask(const HttpAddress& address, const Deadline& deadline) {
    auto fd = connected(address, deadline);
    if (!fd) {
        return fd.error();
    }
    const auto sent = send_all(fd.value().get(),
                               "GET " + address.target + " HTTP/1.0\r\nHost: " + address.authority +
                                   "\r\nAccept: application/json\r\nConnection: close\r\n\r\n",
                               deadline);
    if (!sent) {
        return sent.error();
    }
    const auto answer = read_all(fd.value().get(), deadline);
    return answer ? body_of_answer(answer.value()) : answer;
}

}  // namespace

Result<HttpAddress> parse_http_address(std::string_view url) {
    constexpr std::string_view scheme = "http://";
    const auto is_bad = [](char c) { return c <= ' ' || c == 0x7F; };
    if (starts_with_ignoring_case(url, "https://")) {
        return Error{"is an address with TLS: pipe it, as in `curl -s URL | lmdb_builder status -`"};
    }
    if (!starts_with_ignoring_case(url, scheme)) {
        return Error{"http://HOST[:PORT]/PATH was expected, or - for standard input"};
    }
    for (const char c : url) {
        if (is_bad(c)) {
            return Error{"holds a space or a control character"};
        }
    }
    HttpAddress address;
    url.remove_prefix(scheme.size());
    const std::size_t slash = url.find_first_of("/?#");
    const std::string_view path = slash == std::string_view::npos ? std::string_view() : url.substr(slash);
    std::string_view authority = url.substr(0, slash);
    address.authority = authority;
    address.target =
        std::string(path.empty() || path[0] != '/' ? "/" : "") + std::string(path.substr(0, path.find('#')));
    const std::size_t colon = authority.rfind(':');
    const bool has_port = colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos;
    address.port = has_port ? authority.substr(colon + 1) : "80";
    std::string_view host = has_port ? authority.substr(0, colon) : authority;
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
        host = host.substr(1, host.size() - 2);
    }
    address.host = host;
    constexpr std::uint64_t max_port = 65'535;
    std::uint64_t port = 0;
    if (host.empty() || host.find('@') != std::string_view::npos || !read_whole_number(address.port, port) ||
        port > max_port) {
        return Error{"http://HOST[:PORT]/PATH was expected"};
    }
    return address;
}

Result<std::string> body_of_answer(std::string_view answer) {
    constexpr std::string_view version = "HTTP/1.";
    const std::size_t end = answer.find("\r\n\r\n");
    const std::string_view line = answer.substr(0, answer.find("\r\n"));
    if (!starts_with(answer, version) || end == std::string_view::npos) {
        return Error{"the answer is not HTTP, or not whole"};
    }
    const std::string_view status =
        line.substr(line.find(' ') == std::string_view::npos ? line.size() : line.find(' ') + 1);
    if (status.substr(0, 3) != "200") {
        return Error{"the answer is " + text::visible_start(status)};
    }
    const std::string_view body = answer.substr(end + 4);
    const Status is_whole = check_length(content_length(answer.substr(0, end)), body.size());
    return is_whole ? Result<std::string>(std::string(body)) : is_whole.error();
}

Result<std::string> http_get(const std::string& url, std::chrono::milliseconds patience) {
    const auto address = parse_http_address(url);
    auto body = address ? ask(address.value(), Deadline(patience)) : Result<std::string>(address.error());
    return body ? body : Result<std::string>(Error{text::visible_start(url) + ": " + body.error().message});
}

}  // namespace bizrec::builder
