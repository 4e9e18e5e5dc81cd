#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "bizrec/api/answer.hpp"
#include "bizrec/api/request_parsers.hpp"
#include "bizrec/api/search_request.hpp"

namespace bizrec::api {

using SearchParsers = RequestParsers<SearchRequestParser>;

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
    /// where that is not known, because to read the body or to look up what it names already takes longer than an event
    /// loop should wait. False: the answer (a refusal) is there already. `generation` and `body` must live until run()
    /// has returned. `answer_limit`: greatest body of a 200, bytes; above it a 422.
    bool prepare(const store::Generation& generation, std::string_view body, bool strict, std::uint32_t greatest_limit,
                 std::uint64_t& work, std::size_t answer_limit = default_answer_limit) noexcept;
    void run() noexcept;
    /// Valid until the next prepare(). Never failed: what went wrong is a status in it.
    const Answer& answer() const noexcept;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::api
