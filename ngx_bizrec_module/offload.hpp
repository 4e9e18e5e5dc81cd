#pragma once

#include <memory>

#include "ngx.hpp"

struct ngx_thread_pool_s;  // where nginx was built without threads, its headers do not know the type

namespace bizrec::ngx {

struct RequestContext;

/// A piece of one request's work that a thread of nginx's pools may do, whatever the endpoint.
class OffloadedWork {
public:
    virtual ~OffloadedWork() = default;
    /// On the pool's thread, or on the event loop's: touches neither nginx nor the request.
    virtual void run() noexcept = 0;
    /// On the event loop's thread, after run(): sends the reply. Returns what a content handler returns.
    virtual ngx_int_t finish(ngx_http_request_t* r, RequestContext& context) = 0;
};

/// Gives the work to the pool. True: the request waits, and is finished and finalized when the work is done; whatever
/// happens to its client meanwhile, it lives until then. False: nothing has happened but that the work is gone: the
/// pool's queue is full (nginx has logged it), or there is no memory.
bool offload(ngx_http_request_t* r, RequestContext& context, ngx_thread_pool_s* pool,
             std::unique_ptr<OffloadedWork> work);

/// Begin of a worker: from now on its end, however sudden, waits for the threads that are at work of ours. What still
/// waits in a queue then is not begun.
void guard_end_of_threads() noexcept;

}  // namespace bizrec::ngx
