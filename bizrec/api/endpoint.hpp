#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bizrec/api/answer.hpp"
#include "bizrec/api/body_store.hpp"
#include "bizrec/base/budget.hpp"
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
    std::uint64_t inline_steps = 0;                   ///< that start() may take (base/budget.hpp)
    std::size_t answer_limit = default_answer_limit;  ///< maximum body of a 200, bytes; above it a 422
    std::uint32_t max_limit = default_search_limit;   ///< of the `limit` of a search; enrichment has its own
    std::string_view arguments = {};                  ///< the query string, as it came; lives as long as `body`
    SearchRows rows = SearchRows::ids;
    bool wants_total = false;  ///< answer().total of a search is asked for, whatever the body says
    bool explains = false;     ///< each row of a search has the parts of its score, which costs a second search
    /// That the request may take in all, an item of a batch each; above it a 422. More than `inline_steps`.
    std::uint64_t max_steps = Budget::unlimited;
};

/// One request from body to answer: start() on the thread that has the request, with a small budget, and where that is
/// spent run() on any one thread, which begins again with a large one. Reused: once its memory has grown, a good
/// request of up to 64 KiB whose shape it has seen allocates nothing. A server keeps as many of these as it answers
/// requests of an endpoint at a time.
class Endpoint {
public:
    Endpoint() = default;
    virtual ~Endpoint() = default;
    Endpoint(const Endpoint&) = delete;
    Endpoint& operator=(const Endpoint&) = delete;

    /// False: the answer is there. True: `inline_steps` are spent, or the body is too long to be read within them;
    /// run() is to follow, or the request is given up.
    virtual bool start(const EndpointRequest& request) noexcept = 0;

    /// False: the answer is there; where `max_steps` were spent a 422. True: run() is to be called again, for there are
    /// more pieces of work, of a batch an item each, between which the thread may turn to other requests,
    /// and each of which may be on another thread. A cancelled
    /// run ends early, and its answer is not to be used. `store`, the same in all calls and empty in the first, may
    /// take the beginning of the body.
    virtual bool run(const Cancellation& cancellation, BodyStore& store) noexcept = 0;

    /// What start(), or the last call of run(), has taken.
    const Budget& budget() const noexcept { return budget_; }

    /// Valid until the next start(). Never failed: what went wrong is a status in it.
    virtual const Answer& answer() const noexcept = 0;

    /// All of run(), of a request whose body stays in memory.
    void run(const Cancellation& cancellation) noexcept {
        BodyStore memory;
        while (run(cancellation, memory)) {
        }
    }
    /// The same of one that nobody cancels.
    void run() noexcept { run(Cancellation()); }

    /// All on this thread, with the limits of a server whose operator sets none, whatever it costs.
    const Answer& answer(const store::Generation& generation, std::string_view body, bool strict) noexcept {
        if (start({&generation, body, strict, Budget::unlimited})) {
            run();
        }
        return answer();
    }

protected:
    /// Begins run(): of a request whose body start() has read, `reading` is what that took.
    void begin_again(std::uint64_t steps, const Cancellation& cancellation, const Budget& reading) noexcept {
        budget_ = Budget(steps, &cancellation);
        budget_.take(reading);
    }

    Budget budget_;
};

}  // namespace bizrec::api
