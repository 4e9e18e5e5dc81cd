#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/api/answer.hpp"
#include "bizrec/base/budget.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// Lets a server store the beginning of a body while the engine still writes the rest, so that a large answer is never
/// completely in memory. This base class stores nothing: everything stays in memory.
class BodyStore {
public:
    BodyStore() = default;
    virtual ~BodyStore() = default;

    /// The engine calls it after a row, or at the end of the body, with the part of the body that is in memory. Takes
    /// all of `part` and leaves it empty, or leaves it unchanged if it is small or cannot be stored.
    virtual void offer(std::string& part) noexcept { (void)part; }
    /// Number of bytes that offer() has taken. In a 200 they come before answer().body; otherwise discard them.
    virtual std::uint64_t bytes() const noexcept { return 0; }

protected:
    BodyStore(const BodyStore&) = default;
    BodyStore(BodyStore&&) = default;
    BodyStore& operator=(const BodyStore&) = default;
    BodyStore& operator=(BodyStore&&) = default;
};

inline constexpr std::uint32_t default_search_limit = 1000;  ///< maximum `limit` if the operator sets none

/// Content of the rows of a search.
enum class SearchRows : std::uint8_t {
    ids,   ///< id, place id, score, cursor
    full,  ///< in addition the complete record, and what matched
};

/// One request, and the limits that the server sets for it.
struct EndpointRequest {
    /// `generation` and `body` must live until the work is done: until start() returns false or the last run() has
    /// returned.
    const store::Generation* generation = nullptr;
    std::string_view body;

    bool strict = false;                              ///< unknown fields are errors, and words are read only as typed
    std::uint64_t inline_steps = 0;                   ///< steps that start() may take (base/budget.hpp)
    std::size_t answer_limit = default_answer_limit;  ///< maximum bytes of a 200's body; a larger one becomes a 422
    std::uint32_t max_limit = default_search_limit;   ///< maximum of a search's `limit`; enrichment has its own
    std::string_view arguments = {};                  ///< the raw query string; must live as long as `body`
    SearchRows rows = SearchRows::ids;
    bool wants_total = false;  ///< a search must set answer().total, even if the body does not ask for it
    bool explains = false;     ///< each row of a search has the parts of its score; costs a second search
    /// Steps that run() may take, including those for reading the body (in a batch: for each item). A request that
    /// needs more gets a 422. Must not be less than `inline_steps`.
    std::uint64_t max_steps = Budget::unlimited;
};

/// Handles one request from body to answer. start() runs on the thread that has the request, with a small budget. If
/// that is spent, run() starts again with a large budget, on any thread. Objects are reused with their memory: a valid
/// enrichment or search of up to 64 KiB that is like earlier ones allocates nothing. A server keeps one object for each
/// request that it handles at the same time on an endpoint.
class Endpoint {
public:
    Endpoint() = default;
    virtual ~Endpoint() = default;
    Endpoint(const Endpoint&) = delete;
    Endpoint& operator=(const Endpoint&) = delete;

    /// Returns false if the answer is ready; it is a 422 if `max_steps` were spent. Returns true if `inline_steps` are
    /// spent or the body is too long for them; then call run(), or give the request up.
    virtual bool start(const EndpointRequest& request) noexcept = 0;

    /// Returns false if the answer is ready; it is a 422 if `max_steps` were spent. Returns true if run() must be
    /// called again: a batch does one item per call. Between two calls the thread may handle other requests, and each
    /// call may be on another thread. A cancelled run ends early, and its answer must not be used. `store` may take the
    /// beginning of the body. It must be the same in all calls, and empty in the first.
    virtual bool run(const Cancellation& cancellation, BodyStore& store) noexcept = 0;

    /// Steps that start(), or the last call of run(), has taken.
    const Budget& budget() const noexcept { return budget_; }

    /// Valid until the next start(). Always usable: failures are statuses in the answer.
    virtual const Answer& answer() const noexcept = 0;

    /// Calls run() until the answer is ready. The whole body of the answer stays in memory.
    void run(const Cancellation& cancellation) noexcept {
        BodyStore memory;
        while (run(cancellation, memory)) {
        }
    }
    /// Like the function above, for a request that is never cancelled.
    void run() noexcept { run(Cancellation()); }

    /// Does everything on this thread without a limit of steps, with the default limits of a server.
    const Answer& answer(const store::Generation& generation, std::string_view body, bool strict) noexcept {
        if (start({&generation, body, strict, Budget::unlimited})) {
            run();
        }
        return answer();
    }

protected:
    /// Call it at the end of a start() that has spent its steps. Returns true if run() may take more steps. Otherwise
    /// run() would only repeat the same work, so `answer` becomes the 422.
    bool may_go_on(const EndpointRequest& request, Answer& answer, const RequestNotes& notes) const {
        if (request.inline_steps < request.max_steps) {
            return true;
        }
        refuse_work(answer, budget_, notes);
        return false;
    }

    /// Call it at the beginning of run(): sets the budget to `steps`, less those of `reading`. `reading`: the steps
    /// that start() took to read the body; empty if start() did not read it.
    void begin_again(std::uint64_t steps, const Cancellation& cancellation, const Budget& reading) noexcept {
        budget_ = Budget(steps, &cancellation);
        budget_.take(reading);
    }

    Budget budget_;
};

}  // namespace bizrec::api
