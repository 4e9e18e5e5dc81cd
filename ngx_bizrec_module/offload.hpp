#pragma once

#include <cstdint>
#include <memory>

#include "ngx.hpp"
#include "work_queue.hpp"

namespace bizrec::ngx {

struct LocationConf;
struct RequestContext;

/// The work of one request, and what becomes of it.
class RequestWork : public OffloadedWork {
public:
    /// On the event loop's thread, after the last piece, if none was cancelled: sends the reply. Returns what a content
    /// handler returns.
    virtual ngx_int_t finish(ngx_http_request_t* r, RequestContext& context) = 0;
};

enum class Offloaded : std::uint8_t {
    yes,
    line_is_full,  ///< of its team
    all_is_full,   ///< the pool's queue
};

/// Gives the work to the pool of the location. `yes`: the request waits, and is finalized when the work is done or
/// given up; whatever happens to its client meanwhile, it lives until then. Given up: by a 503 at the location's
/// deadline, or where another team needs its place in a full queue; as 499 when nobody waits for it any more. What
/// waits then is given up at once, what a thread is at work on when the thread asks next. Otherwise nothing has
/// happened but that the work is gone. May throw std::bad_alloc, and then the same.
Offloaded offload(ngx_http_request_t* r, RequestContext& context, const LocationConf& conf,
                  std::unique_ptr<RequestWork> work);

/// Begin of a worker: from now on its end, however sudden, waits for the threads that are at work of ours. What still
/// waits in a queue then is not begun.
void guard_end_of_threads() noexcept;

/// Reload without a master process: nginx begins the threads of its pools with a worker, and there is none. From now on
/// a pool of this configuration takes no work (it would crash), and the end of the process ends no threads of it.
void do_without_threads() noexcept;

/// Requests of this worker that wait for a thread, or are at work on one.
struct OffloadedNumbers {
    std::uint32_t now;
    std::uint32_t peak;  ///< the most since the call before
};
OffloadedNumbers take_offloaded_numbers() noexcept;

/// False where no pool takes work: after do_without_threads(), and in an nginx that was built without threads.
bool has_threads() noexcept;

}  // namespace bizrec::ngx
