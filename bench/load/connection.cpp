#include "bench/load/connection.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <optional>

#include "bizrec/base/ascii.hpp"

namespace bizrec::bench {
namespace {

constexpr std::size_t buffer_bytes = 1U << 20;

int connect_to(const LoadOptions& options) {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(options.port);
    const int on = 1;
    if (fd < 0 || inet_pton(AF_INET, options.host.c_str(), &address.sin_addr) != 1 ||
        ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0 || ::fcntl(fd, F_SETFL, O_NONBLOCK) != 0) {
        ::close(fd);
        return -1;
    }
    return fd;
}

/// The length of the body that follows the head; nothing if the head does not say it.
std::optional<std::size_t> content_length(std::string_view head) {
    constexpr std::string_view name = "\r\nContent-Length: ";
    const std::size_t at = head.find(name);
    std::size_t length = 0;
    if (at == std::string_view::npos ||
        std::from_chars(head.data() + at + name.size(), head.data() + head.size(), length).ec != std::errc()) {
        return std::nullopt;
    }
    return length;
}

}  // namespace

Connection::Connection(const LoadOptions& options) : socket_(connect_to(options)), buffer_(buffer_bytes, '\0') {}

Connection::~Connection() {
    ::close(socket_);
}

bool Connection::send(std::string_view request, Clock::time_point due) {
    received_ = expected_ = 0;
    begun_ = due;
    return ::send(socket_, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size());
}

bool Connection::read_head() {
    const std::string_view text(buffer_.data(), received_);
    const std::size_t end = text.find("\r\n\r\n");
    if (end == std::string_view::npos) {
        return true;
    }
    const std::string_view head = text.substr(0, end + 2);
    const bool has_body = !starts_with(head, "HTTP/1.1 204 ");  // without a body there is no length
    const std::optional<std::size_t> length = has_body ? content_length(head) : 0;
    is_success_ = !has_body || starts_with(head, "HTTP/1.1 200 ");
    expected_ = end + 4 + length.value_or(0);
    return length && expected_ <= buffer_.size();
}

Connection::Event Connection::receive() {
    const ssize_t n = ::recv(socket_, buffer_.data() + received_, buffer_.size() - received_, 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
        return Event::nothing;
    }
    if (n <= 0) {
        return Event::failed;
    }
    received_ += static_cast<std::size_t>(n);
    if ((expected_ == 0 && !read_head()) || (expected_ != 0 && received_ > expected_)) {
        return Event::failed;
    }
    if (expected_ == 0 || received_ < expected_) {
        return Event::nothing;
    }
    ended_ = Clock::now();
    return is_success_ ? Event::answered : Event::refused;
}

}  // namespace bizrec::bench
