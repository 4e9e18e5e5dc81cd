#include "lmdb_builder/commands/commands.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <optional>
#include <thread>

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/monitoring/http_get.hpp"
#include "lmdb_builder/monitoring/status_summary.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* status_examples = R"(
Examples:
  lmdb_builder status http://127.0.0.1/bizrec/status
  lmdb_builder status http://127.0.0.1/bizrec/status --watch 2
  curl -s https://edge1.example.com/bizrec/status/json | lmdb_builder status -

URL is a location with bizrec_status (docs/status.md). As a check for cron, its exit status
is enough: `lmdb_builder status --quiet URL`.

Exit status: 0 the state is ok; 1 not_ready, or no answer; 2 degraded, or wrong usage.)";

using Clock = std::chrono::steady_clock;

struct StatusArguments {
    std::string url;
    unsigned watch = 0;
    bool json = false;
    bool quiet = false;
};

int exit_status_of(const std::string& state) noexcept {
    constexpr int degraded = 2;
    return state == "ok" ? exit_code::done : state == "degraded" ? degraded : exit_code::failed;
}

Result<std::string> read_status_text(const std::string& url) {
    if (url != "-") {
        return http_get(url);
    }
    return std::string(std::istreambuf_iterator<char>(std::cin), {});
}

/// Shows the status once. `earlier`: the server's count of requests at the last call; nullopt if that call got no
/// status, or before the first call. Becomes the count of this call.
int show_status(const StatusArguments& arguments, std::optional<EarlierRequests>& earlier) {
    const auto json = read_status_text(arguments.url);
    const auto summary =
        json ? summarise_status(json.value(), earlier) : Result<StatusSummary>(Error{json.error().message});
    earlier.reset();
    if (!summary) {
        return fail(json ? arguments.url + ": " + summary.error().message : summary.error().message);
    }
    if (arguments.json) {
        print_json(stdout, json.value());
    } else if (!arguments.quiet) {
        print_lines(stdout, summary.value().text);
    }
    earlier = EarlierRequests{summary.value().requests, 0};
    return exit_status_of(summary.value().state);
}

int run_status(const StatusArguments& arguments) {
    std::optional<EarlierRequests> earlier;
    if (arguments.watch == 0) {
        return show_status(arguments, earlier);
    }
    const bool is_terminal = ::isatty(STDOUT_FILENO) == 1;
    for (auto before = Clock::now();;) {
        std::fputs(is_terminal ? "\033[H\033[2J" : "", stdout);
        (void)show_status(arguments, earlier);
        std::fputs(is_terminal ? "" : "\n", stdout);
        if (std::fflush(stdout) != 0) {
            return fail("cannot write the results to standard output");
        }
        std::this_thread::sleep_until(before + std::chrono::seconds(arguments.watch));
        const auto now = Clock::now();
        if (earlier) {
            earlier->seconds_ago = std::chrono::duration<double>(now - before).count();
        }
        before = now;
    }
}

Options options_of(StatusArguments& to) {
    constexpr std::uint64_t max_watch_s = 3600;
    return {text_option("url", "URL", to.url, "Status of a server: http://HOST[:PORT]/PATH, or - for standard input")
                .required(),
            number_option("--watch", "SECONDS", to.watch, 1, max_watch_s, "Repeat until a signal ends it"),
            flag_option("--json", to.json, "Print the answer unchanged"),
            flag_option("--quiet", to.quiet, "Print nothing; only the exit status shows the state")};
}

}  // namespace

Command status_command() {
    return command_of<StatusArguments>("status", "Show the state of a server", status_examples, options_of, run_status);
}

}  // namespace bizrec::builder
