#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bizrec/api/answer.hpp"
#include "bizrec/api/body_store.hpp"
#include "bizrec/base/cancellation.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

inline constexpr std::uint32_t default_search_limit = 1000;  ///< maximum `limit` where the operator sets none

/// What the rows of a search hold.
enum class SearchRows : std::uint8_t {
    ids,   ///< id, place id, score, cursor
    full,  ///< the whole record and what matched, too
};

/// One request, and what the server allows it.
struct EndpointRequest {
    /// Both must live until the work is done: start() has returned nothing, or run() has returned.
    const store::Generation* generation = nullptr;
    std::string_view body;

    bool strict = false;                              ///< unknown fields are errors, and words are read as typed alone
    std::uint64_t inline_steps = 0;                   ///< start() itself does work that costs less (postings/work.hpp)
    std::size_t answer_limit = default_answer_limit;  ///< maximum body of a 200, bytes; above it a 422
    std::uint32_t maximum_limit = default_search_limit;  ///< of the `limit` of a search; enrichment has its own
    std::string_view arguments = {};                     ///< the query string, as it came; lives as long as `body`
    SearchRows rows = SearchRows::ids;
    bool wants_total = false;  ///< answer().total of a search is asked for, whatever the body says
    bool explains = false;     ///< each row of a search has the parts of its score, which costs a second search
};

/// One request from body to answer in two steps: start() on the thread that has the request, run() on any one thread.
/// Reused: once its memory has grown, a good request of up to 64 KiB whose shape it has seen allocates nothing. A
/// server keeps as many of these as it answers requests of an endpoint at a time.
class Endpoint {
public:
    Endpoint() = default;
    virtual ~Endpoint() = default;
    Endpoint(const Endpoint&) = delete;
    Endpoint& operator=(const Endpoint&) = delete;

    /// Nothing: done, the answer is there. A number: run() is to follow, or the request is given up. The number is an
    /// upper bound of what run() costs in steps of some nanoseconds, `inline_steps` or more; UINT64_MAX where it is not
    /// known, because to read the body or to look up what it names already takes longer than an event loop should wait.
    virtual std::optional<std::uint64_t> start(const EndpointRequest& request) noexcept = 0;

    /// A cancelled run ends early, and its answer is not to be used. `store`, which is empty, may take the beginning of
    /// the body.
    virtual void run(const Cancellation& cancellation, BodyStore& store) noexcept = 0;

    /// The same in pieces, the whole of a batch's being its items: other work may be done between two of them, and each
    /// may be on another thread. True: done, run() or run_piece() would do nothing more.
    virtual bool run_piece(const Cancellation& cancellation, BodyStore& store) noexcept {
        run(cancellation, store);
        return true;
    }

    /// Valid until the next start(). Never failed: what went wrong is a status in it.
    virtual const Answer& answer() const noexcept = 0;

    /// The second step of a request whose body stays in memory.
    void run(const Cancellation& cancellation) noexcept {
        BodyStore memory;
        run(cancellation, memory);
    }
    /// The same of one that nobody cancels.
    void run() noexcept { run(Cancellation()); }

    /// Both steps on this thread, with the limits of a server whose operator sets none.
    const Answer& answer(const store::Generation& generation, std::string_view body, bool strict) noexcept {
        if (start({&generation, body, strict, UINT64_MAX})) {
            run();
        }
        return answer();
    }
};

}  // namespace bizrec::api
