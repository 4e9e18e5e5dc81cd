#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "bench/load/options.hpp"

namespace bizrec::bench {

/// One keep-alive connection with one request in flight. A request is sent in one piece, because it fits into the
/// socket's buffer.
class Connection {
public:
    using Clock = std::chrono::steady_clock;
    enum class Event { nothing, answered, refused, failed };

    explicit Connection(const LoadOptions& options);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    bool usable() const noexcept { return socket_ >= 0; }
    int socket() const noexcept { return socket_; }

    /// Sends a request. `due`: the time from which its latency counts. Returns false if the request could not be sent
    /// whole.
    bool send(std::string_view request, Clock::time_point due);
    /// Reads the bytes that have arrived. nothing: the answer is not complete; answered: a whole 200 or 204; refused: a
    /// whole answer with another status; failed: the answer was cut off, has no Content-Length or is too long.
    Event receive();
    /// From the due time of the request to the end of the answer.
    Clock::duration latency() const noexcept { return ended_ - begun_; }

private:
    bool read_head();

    int socket_ = -1;
    std::string buffer_;
    std::size_t received_ = 0;
    std::size_t expected_ = 0;  // bytes of the whole answer; 0: the head has not arrived yet
    bool is_success_ = false;
    Clock::time_point begun_, ended_;
};

}  // namespace bizrec::bench
