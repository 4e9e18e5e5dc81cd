#pragma once

#include <cstdint>
#include <memory>

#include "bizrec/base/cancellation.hpp"
#include "ngx.hpp"

struct ngx_thread_pool_s;  // where nginx was built without threads, its headers do not know the type

namespace bizrec::ngx {

struct RequestContext;

/// A piece of one request's work that a thread of nginx's pools may do, whatever the endpoint.
class OffloadedWork {
public:
    virtual ~OffloadedWork() = default;
    /// On the pool's thread, or on the event loop's: touches neither nginx nor the request.
    /// True: a piece is done, and run() is to be called again for the next one.
    virtual bool run(const Cancellation& cancellation) noexcept = 0;
    /// On the event loop's thread, after a run() that was not cancelled: sends the reply. Returns what a content
    /// handler returns.
    virtual ngx_int_t finish(ngx_http_request_t* r, RequestContext& context) = 0;
};

/// Where and how long a request waits for a thread.
struct Queue {
    ngx_thread_pool_s* pool;
    ngx_msec_t deadline;  ///< a task that has waited longer is not begun; 0 = none
};

/// Gives the work to the pool. True: the request waits, and is finalized when the work is done or given up; whatever
/// happens to its client meanwhile, it lives until then. Given up, and never begun where that is known in time: what
/// has waited longer than the deadline, by a 503; what nobody waits for any more, as 499. False: nothing has happened
/// but that the work is gone: the pool's queue is full (nginx has logged it), or there is no memory.
bool offload(ngx_http_request_t* r, RequestContext& context, const Queue& queue, std::unique_ptr<OffloadedWork> work);

/// Begin of a worker: from now on its end, however sudden, waits for the threads that are at work of ours. What still
/// waits in a queue then is not begun.
void guard_end_of_threads() noexcept;

/// Reload without a master process: nginx begins the threads of its pools with a worker, and there is none. From now on
/// a pool of this configuration takes no work (it would crash), and the end of the process ends no threads of it.
void do_without_threads() noexcept;

/// Tasks of this worker that wait for a thread, or are at work on one.
struct OffloadedNumbers {
    std::uint32_t now;
    std::uint32_t peak;  ///< the most since the call before
};
OffloadedNumbers take_offloaded_numbers() noexcept;

/// False where no pool takes work: after do_without_threads(), and in an nginx that was built without threads.
bool has_threads() noexcept;

}  // namespace bizrec::ngx
