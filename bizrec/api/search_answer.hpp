#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "bizrec/api/answer.hpp"
#include "bizrec/api/search_request.hpp"
#include "bizrec/base/stock.hpp"

namespace bizrec::api {

/// Parsers for searches that wait: reading a body takes the greatest part of a small search's memory, and only as long
/// as it lasts. Any thread.
class SearchParsers {
public:
    using Lease = Stock<SearchRequestParser>::Lease;
    Lease take() { return stock_.take(std::make_unique<SearchRequestParser>); }

private:
    Stock<SearchRequestParser> stock_{16};  // more than threads that are at work
};

/// One search from body to answer, in two steps: prepare() on the thread that has the request, run() on any one thread.
/// Reused: once its memory has grown, a good request of up to 64 KiB whose shape it has seen allocates nothing. A
/// server keeps as many of these as it answers searches at a time.
class SearchEndpoint {
public:
    explicit SearchEndpoint(std::shared_ptr<SearchParsers> parsers = std::make_shared<SearchParsers>());
    ~SearchEndpoint();
    SearchEndpoint(const SearchEndpoint&) = delete;
    SearchEndpoint& operator=(const SearchEndpoint&) = delete;

    /// True: run() is to follow; `work` is an upper bound of what it does, in steps of some nanoseconds; UINT64_MAX
    /// where that is not known, because to read the body already takes longer than an event loop should wait. False:
    /// the answer (a refusal) is there already. `generation` and `body` must live until run() has returned.
    bool prepare(const store::Generation& generation, std::string_view body, bool strict, std::uint32_t greatest_limit,
                 std::uint64_t& work) noexcept;
    void run() noexcept;
    /// Valid until the next prepare(). Never failed: what went wrong is a status in it.
    const Answer& answer() const noexcept;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::api
