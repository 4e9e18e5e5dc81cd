/// A load client. Without a rate it sends as fast as it is answered and never sleeps: it spins on its own core, so that
/// the server spends no CPU time on waking it. With a rate it sleeps between requests. The time of each request then
/// counts from when it was due, so time spent waiting for a connection counts, too. Requests are prepared before the
/// clock starts. The client prints one line of JSON.

#include <sys/epoll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include "bench/load/connection.hpp"
#include "bench/load/requests.hpp"

namespace {

using namespace bizrec::bench;

struct Tally {
    std::uint64_t answered = 0, refused = 0, failed = 0;
    std::vector<std::uint32_t> latencies_ns;
};

class Load {
public:
    Load(const LoadOptions& options, std::vector<std::string> requests)
        : options_(options), requests_(std::move(requests)), epoll_(epoll_create1(0)) {
        tally_.latencies_ns.reserve(1U << 22);
    }
    ~Load() { ::close(epoll_); }

    bool connect() {
        for (unsigned i = 0; i < options_.connections; ++i) {
            connections_.push_back(std::make_unique<Connection>(options_));
            idle_.push_back(connections_.back().get());
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.ptr = connections_.back().get();
            if (!connections_.back()->usable() ||
                epoll_ctl(epoll_, EPOLL_CTL_ADD, connections_.back()->socket(), &event) != 0) {
                return false;
            }
        }
        return true;
    }

    void run() {
        const auto begin = Clock::now();
        const auto end = begin + in_seconds(options_.seconds);
        due_ = begin;
        std::array<epoll_event, 256> events;
        for (auto now = begin; now < end && tally_.failed == 0; now = Clock::now()) {
            send_due(now);
            const timespec nap = until_next(now, end);
            const int count = epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &nap, nullptr);
            for (int i = 0; i < count; ++i) {
                take(*static_cast<Connection*>(events[static_cast<std::size_t>(i)].data.ptr));
            }
        }
        elapsed_ = std::chrono::duration<double>(Clock::now() - begin).count();
    }

    void print() {
        auto& all = tally_.latencies_ns;
        const auto percentile = [&](double share) {
            if (all.empty()) {
                return 0.0;
            }
            const auto at = all.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(all.size() - 1));
            std::nth_element(all.begin(), at, all.end());
            return *at / 1000.0;
        };
        std::printf(
            "{\"answered\":%llu,\"refused\":%llu,\"failed\":%llu,\"seconds\":%.6f,\"p50_us\":%.1f,\"p99_us\":%.1f}\n",
            static_cast<unsigned long long>(tally_.answered), static_cast<unsigned long long>(tally_.refused),
            static_cast<unsigned long long>(tally_.failed), elapsed_, percentile(0.50), percentile(0.99));
    }

    bool clean() const { return tally_.failed == 0; }

private:
    using Clock = Connection::Clock;

    static Clock::duration in_seconds(double seconds) {
        return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    void send(Connection& connection, Clock::time_point due) {
        if (!connection.send(requests_[next_], due)) {
            ++tally_.failed;
        }
        next_ = (next_ + 1) % requests_.size();
    }

    void send_due(Clock::time_point now) {
        while (!idle_.empty() && (options_.rate == 0 || due_ <= now)) {
            Connection* connection = idle_.back();
            idle_.pop_back();
            send(*connection, options_.rate == 0 ? now : due_);
            due_ += options_.rate == 0 ? Clock::duration::zero() : in_seconds(1 / options_.rate);
        }
    }

    timespec until_next(Clock::time_point now, Clock::time_point end) const {
        if (options_.rate == 0) {
            return {};
        }
        const auto next = idle_.empty() ? end : std::min(due_, end);
        const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(next - now).count();
        constexpr long long second = 1'000'000'000;
        return {static_cast<time_t>(std::max(0LL, ns / second)), static_cast<long>(std::max(0LL, ns % second))};
    }

    void take(Connection& connection) {
        switch (connection.receive()) {
            case Connection::Event::nothing:
                return;
            case Connection::Event::failed:
                ++tally_.failed;
                return;
            case Connection::Event::answered:
                ++tally_.answered;
                break;
            case Connection::Event::refused:
                ++tally_.refused;
                break;
        }
        const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(connection.latency()).count();
        tally_.latencies_ns.push_back(static_cast<std::uint32_t>(std::min<long long>(ns, UINT32_MAX)));
        idle_.push_back(&connection);
    }

    const LoadOptions& options_;
    std::vector<std::string> requests_;
    int epoll_;
    std::vector<std::unique_ptr<Connection>> connections_;
    std::vector<Connection*> idle_;
    Clock::time_point due_;  // time of the next request, with a rate
    std::size_t next_ = 0;
    Tally tally_;
    double elapsed_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    LoadOptions options;
    CLI::App app{"Sends prepared requests over keep-alive connections as fast as they are answered."};
    app.add_option("--port", options.port, "port on the host")->required();
    app.add_option("--host", options.host, "IPv4 address")->capture_default_str();
    app.add_option("--path", options.path, "path of the endpoint")->required();
    app.add_option("--bodies", options.bodies, "file of request bodies, one a line")->required();
    app.add_flag("--get", options.get, "GET requests instead: each line is a query string");
    app.add_option("--key", options.key, "API key");
    app.add_option("--connections", options.connections, "connections")->capture_default_str();
    app.add_option("--seconds", options.seconds, "how long")->capture_default_str();
    app.add_option("--rate", options.rate, "requests a second in all; 0: as fast as they are answered")
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);

    std::vector<std::string> requests = prepare_requests(options);
    if (requests.empty()) {
        std::fprintf(stderr, "%s: no request bodies there\n", options.bodies.c_str());
        return 1;
    }
    Load load(options, std::move(requests));
    if (!load.connect()) {
        std::fprintf(stderr, "%s:%u: cannot connect\n", options.host.c_str(), options.port);
        return 1;
    }
    load.run();
    load.print();
    return load.clean() ? 0 : 1;
}
