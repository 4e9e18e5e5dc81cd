#include "offload.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "client_state.hpp"
#include "guard.hpp"
#include "pool_object.hpp"
#include "reply.hpp"
#include "request_context.hpp"

namespace bizrec::ngx {

#if (NGX_THREADS)

namespace {

/// Tasks that a pool has and whose run() has not returned. Released by the threads and acquired by the event loop, it
/// also orders their writes for it, on machines where nginx's own lock does not.
std::atomic<unsigned> unfinished{0};

std::uint32_t peak_of_unfinished = 0;  // of the event loop

std::atomic<bool> leaving{false};  // a worker that ends at once

bool threads_have_begun = true;

/// A worker that shuts down leaves when no timer is left, and nginx before 1.25.4 does not count tasks: so each has
/// one.
constexpr ngx_msec_t keep_worker_ms = 60'000;

/// A client that closes its sending half may still want its answer, and one that has given up looks the same. With
/// free threads the answer costs little; a search that has waited this long is one of many.
constexpr std::chrono::milliseconds half_closed_patience{100};

enum class Outcome : std::uint8_t { done, overdue, client_gone };

/// Work that is under way, in the pool of its request. It is told whose it is: when it is done nothing is looked up in
/// the request, which nginx may have redirected or given up meanwhile.
struct Task {
    using Clock = std::chrono::steady_clock;

    ngx_http_request_t* r;
    RequestContext* context;
    std::unique_ptr<OffloadedWork> work;
    std::chrono::milliseconds deadline;
    Clock::time_point queued = Clock::now();

    // Of the event loop, for the thread.
    Cancellation cancellation;  // the client has gone, or nginx has terminated the main request
    std::atomic<bool> is_half_closed{false};

    Outcome outcome = Outcome::done;  // of the thread, for the event loop

    Task(ngx_http_request_t* request, RequestContext& of_request, std::unique_ptr<OffloadedWork> to_do,
         ngx_msec_t longest_wait) noexcept
        : r(request), context(&of_request), work(std::move(to_do)), deadline(longest_wait) {}
};

Outcome take_up(Task& task) noexcept {
    const auto waited = Task::Clock::now() - task.queued;
    if (task.cancellation.requested() ||
        (task.is_half_closed.load(std::memory_order_relaxed) && waited >= half_closed_patience)) {
        return Outcome::client_gone;
    }
    if (task.deadline.count() != 0 && waited > task.deadline) {
        return Outcome::overdue;
    }
    while (task.work->run(task.cancellation)) {
    }
    return Outcome::done;
}

void run_task(void* data, ngx_log_t*) noexcept {
    if (!leaving.load(std::memory_order_relaxed)) {
        auto& task = *static_cast<Task*>(data);
        task.outcome = take_up(task);
    }
    unfinished.fetch_sub(1, std::memory_order_release);
}

/// What wakes a waiting request, like a socket that can be written to, is nothing to it.
void wait_for_task(ngx_http_request_t*) noexcept {}

/// nginx calls this when it terminates the main request, though it waits for its threads before it frees it; and when
/// it frees it.
void cancel(void* task) noexcept {
    static_cast<Task*>(task)->cancellation.request();
}

/// Of the main request and all its subrequests: they have one client.
template <class Tell>
void for_each_task(const ngx_http_request_t* r, const Tell& tell) noexcept {
    for (ngx_http_cleanup_t* c = r->main->cleanup; c != nullptr; c = c->next) {
        if (c->handler == cancel) {
            tell(*static_cast<Task*>(c->data));
        }
    }
}

/// While the request waits: a next request comes over its connection, or the client leaves. Nothing is finalized before
/// the thread has let go of it.
void watch_client(ngx_http_request_t* r) noexcept {
    switch (client_state(r)) {
        case ClientState::present:
            break;
        case ClientState::half_closed:
            for_each_task(r, [](Task& task) { task.is_half_closed.store(true, std::memory_order_relaxed); });
            break;
        case ClientState::gone:
            for_each_task(r, [](Task& task) { task.cancellation.request(); });
            break;
    }
    ngx_http_block_reading(r);  // or an event method that is level-triggered would call again at once
}

bool is_abandoned(const Task& task) noexcept {
    return task.outcome == Outcome::client_gone || task.cancellation.requested() || task.r->connection->error != 0;
}

void resume(Task& task, OffloadedWork& work) noexcept {
    ngx_http_request_t* r = task.r;
    if (r->write_event_handler != wait_for_task) {
        r->write_event_handler(r);  // nginx has given the request up and waits for us to free it
        return;
    }
    ngx_int_t rc = NGX_HTTP_CLIENT_CLOSED_REQUEST;  // ends the main request with all its subrequests
    if (!is_abandoned(task)) {
        rc = guard<ngx_int_t>("reply", r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR, [&] {
            return task.outcome == Outcome::overdue ? send_overloaded(r) : work.finish(r, *task.context);
        });
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
    if (r->read_event_handler == watch_client) {
        r->read_event_handler = ngx_http_block_reading;
    }
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
    if (has_threads()) {
        end_threads(cycle);
    }
}

}  // namespace

bool offload(ngx_http_request_t* r, RequestContext& context, const Queue& queue, std::unique_ptr<OffloadedWork> work) {
    ngx_thread_task_t* queued = ngx_thread_task_alloc(r->pool, 0);
    ngx_http_cleanup_t* cleanup = ngx_http_cleanup_add(r, 0);
    Task* task = queued == nullptr || cleanup == nullptr
                     ? nullptr
                     : make_in_pool<Task>(r->pool, r, context, std::move(work), queue.deadline);
    if (task == nullptr) {
        return false;
    }
    queued->ctx = task;
    queued->handler = run_task;
    queued->event.data = task;
    queued->event.handler = on_task_event;
    queued->event.log = r->connection->log;
    cleanup->data = task;
    cleanup->handler = cancel;
    watch_client(r);  // it may have left before
    const unsigned before = unfinished.fetch_add(1, std::memory_order_relaxed);
    if (ngx_thread_task_post(queue.pool, queued) != NGX_OK) {
        unfinished.fetch_sub(1, std::memory_order_relaxed);
        task->work.reset();
        return false;
    }
    context.offloaded = true;
    peak_of_unfinished = std::max(peak_of_unfinished, std::uint32_t{before} + 1);
    ngx_add_timer(&queued->event, keep_worker_ms);
    r->main->blocked++;
    r->aio = 1;
    r->read_event_handler = watch_client;
    r->write_event_handler = wait_for_task;
    return true;
}

OffloadedNumbers take_offloaded_numbers() noexcept {
    const std::uint32_t now = unfinished.load(std::memory_order_relaxed);
    return {now, std::max(std::exchange(peak_of_unfinished, now), now)};
}

void guard_end_of_threads() noexcept {
    if (end_threads == nullptr) {
        end_threads = ngx_thread_pool_module.exit_process;
        ngx_thread_pool_module.exit_process = finish_then_end_threads;
    }
}

void do_without_threads() noexcept {
    threads_have_begun = false;
}

bool has_threads() noexcept {
    return threads_have_begun;
}

#else

bool offload(ngx_http_request_t*, RequestContext&, const Queue&, std::unique_ptr<OffloadedWork>) {
    return false;
}

OffloadedNumbers take_offloaded_numbers() noexcept {
    return {0, 0};
}

void guard_end_of_threads() noexcept {}

void do_without_threads() noexcept {}

bool has_threads() noexcept {
    return false;
}

#endif

}  // namespace bizrec::ngx
