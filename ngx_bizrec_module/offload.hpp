#pragma once

#include <cstdint>
#include <memory>

#include "ngx.hpp"
#include "work_queue.hpp"

namespace bizrec::ngx {

struct LocationConf;
struct RequestContext;

/// The work of one request, and the reply that follows it.
class RequestWork : public OffloadedWork {
public:
    /// Sends the reply. Called on the event loop's thread, after the last piece, unless a piece was cancelled. Returns
    /// the result of a content handler.
    virtual ngx_int_t finish(ngx_http_request_t* r, RequestContext& context) = 0;
};

enum class Offloaded : std::uint8_t {
    yes,
    line_is_full,  ///< the line of the request's team is full
    all_is_full,   ///< the pool's queue is full
};

/// Gives the work to the pool of the location. `yes`: the request waits, and is finalized when the work is done or
/// given up. It lives until then, even if its client leaves. The work is given up with a 503 at the location's deadline
/// or if another team needs its place in a full queue, and as 499 if the client is gone. Waiting work is given up
/// immediately; work that a thread is doing is given up when the thread checks next. With any other result the work has
/// been destroyed and nothing else has changed. May throw std::bad_alloc, with the same effect.
Offloaded offload(ngx_http_request_t* r, RequestContext& context, const LocationConf& conf,
                  std::unique_ptr<RequestWork> work);

/// Call it when a worker starts. From then on, the worker's end, graceful or fast, waits for the threads that do work
/// of this module. Work that is still queued then is not started.
void guard_end_of_threads() noexcept;

/// Call it after a reload without a master process. nginx starts the threads of its pools when a worker starts, but
/// such a reload starts no worker, so the pools of the new configuration have no threads. From now on they get no work
/// (it would crash), and the end of the process does not try to end their threads.
void do_without_threads() noexcept;

/// Requests of this worker that wait for a thread or run on one.
struct OffloadedNumbers {
    std::uint32_t now;
    std::uint32_t peak;  ///< the peak since the previous call
};
OffloadedNumbers take_offloaded_numbers() noexcept;

/// Whether pools take work. False after do_without_threads(), and in an nginx that was built without threads.
bool has_threads() noexcept;

}  // namespace bizrec::ngx
