#include "offload.hpp"

#include <atomic>

#include "guard.hpp"
#include "pool_object.hpp"
#include "request_context.hpp"

namespace bizrec::ngx {

#if (NGX_THREADS)

namespace {

/// Tasks that a pool has and whose run() has not returned. Released by the threads and acquired by the event loop, it
/// also orders their writes for it, on machines where nginx's own lock does not.
std::atomic<unsigned> unfinished{0};

std::atomic<bool> leaving{false};  // a worker that ends at once

/// A worker that shuts down leaves when no timer is left, and nginx before 1.25.4 does not count tasks: so each has
/// one.
constexpr ngx_msec_t keep_worker_ms = 60'000;

/// Work that is under way, in the pool of its request. It is told whose it is: when it is done nothing is looked up in
/// the request, which nginx may have redirected or given up meanwhile.
struct Task {
    ngx_http_request_t* r;
    RequestContext* context;
    std::unique_ptr<OffloadedWork> work;

    Task(ngx_http_request_t* request, RequestContext& of_request, std::unique_ptr<OffloadedWork> to_do) noexcept
        : r(request), context(&of_request), work(std::move(to_do)) {}
};

void run_task(void* data, ngx_log_t*) noexcept {
    if (!leaving.load(std::memory_order_relaxed)) {
        static_cast<OffloadedWork*>(data)->run();
    }
    unfinished.fetch_sub(1, std::memory_order_release);
}

/// What wakes a waiting request, like a socket that can be written to, is nothing to it.
void wait_for_task(ngx_http_request_t*) noexcept {}

/// The client has left, and nginx has noticed it: at this request, its main request or another subrequest.
bool abandoned(const ngx_http_request_t* r) noexcept {
#if (nginx_version >= 1025004)
    if (r->main->terminated) {
        return true;
    }
#endif
    return r->connection->error != 0;
}

void resume(Task& task, OffloadedWork& work) noexcept {
    ngx_http_request_t* r = task.r;
    if (r->write_event_handler != wait_for_task) {
        r->write_event_handler(r);  // nginx has given the request up and waits for us to free it
        return;
    }
    ngx_int_t rc = NGX_ERROR;  // ends the main request with all its subrequests
    if (!abandoned(r)) {
        rc = guard<ngx_int_t>("reply", r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR,
                              [&] { return work.finish(r, *task.context); });
    }
    ngx_http_finalize_request(r, rc);
}

void on_task_event(ngx_event_t* event) noexcept {
    auto& task = *static_cast<Task*>(event->data);
    ngx_http_request_t* r = task.r;
    ngx_connection_t* connection = r->connection;
    if (event->timedout) {
        event->timedout = 0;
        ngx_add_timer(event, keep_worker_ms);
        return;
    }
    if (event->timer_set) {
        ngx_del_timer(event);
    }
    (void)unfinished.load(std::memory_order_acquire);
    ngx_http_set_log_request(connection->log, r);
    r->main->blocked--;
    r->aio = 0;
    const std::unique_ptr<OffloadedWork> work = std::move(task.work);  // outlives the request
    resume(task, *work);
    ngx_http_run_posted_requests(connection);
}

void (*end_threads)(ngx_cycle_t*) = nullptr;

/// nginx's own handler ends a pool by one more task for each thread. Where the queue is full it gives up, and frees the
/// pool and the configuration under threads that are still at work; a module's exit_process comes too late for it.
void finish_then_end_threads(ngx_cycle_t* cycle) noexcept {
    leaving.store(true, std::memory_order_relaxed);
    while (unfinished.load(std::memory_order_acquire) != 0) {
        ngx_msleep(1);
    }
    end_threads(cycle);
}

}  // namespace

bool offload(ngx_http_request_t* r, RequestContext& context, ngx_thread_pool_s* pool,
             std::unique_ptr<OffloadedWork> work) {
    ngx_thread_task_t* queued = ngx_thread_task_alloc(r->pool, 0);
    Task* task = queued == nullptr ? nullptr : make_in_pool<Task>(r->pool, r, context, std::move(work));
    if (task == nullptr) {
        return false;
    }
    queued->ctx = task->work.get();
    queued->handler = run_task;
    queued->event.data = task;
    queued->event.handler = on_task_event;
    queued->event.log = r->connection->log;
    unfinished.fetch_add(1, std::memory_order_relaxed);
    if (ngx_thread_task_post(pool, queued) != NGX_OK) {
        unfinished.fetch_sub(1, std::memory_order_relaxed);
        task->work.reset();
        return false;
    }
    context.offloaded = true;
    ngx_add_timer(&queued->event, keep_worker_ms);
    r->main->blocked++;
    r->aio = 1;
    // A client that leaves, wholly or with its sending half, is noticed when the answer is sent, as it is inline.
    r->read_event_handler = ngx_http_block_reading;
    r->write_event_handler = wait_for_task;
    return true;
}

void guard_end_of_threads() noexcept {
    if (end_threads == nullptr) {
        end_threads = ngx_thread_pool_module.exit_process;
        ngx_thread_pool_module.exit_process = finish_then_end_threads;
    }
}

#else

bool offload(ngx_http_request_t*, RequestContext&, ngx_thread_pool_s*, std::unique_ptr<OffloadedWork>) {
    return false;
}

void guard_end_of_threads() noexcept {}

#endif

}  // namespace bizrec::ngx
