#include "offload.hpp"

#include <algorithm>
#include <utility>

#include "client_state.hpp"
#include "conf.hpp"
#include "guard.hpp"
#include "pool_object.hpp"
#include "reply.hpp"
#include "request_context.hpp"
#include "work_queue.hpp"

namespace bizrec::ngx {

#if (NGX_THREADS)

namespace {

// All functions of this file run on the event loop. Data that threads touch is in WorkQueue and RequestWork.

std::uint32_t requests_now = 0;
std::uint32_t requests_peak = 0;

bool threads_have_begun = true;

/// A worker that shuts down exits when no timer is left, and nginx before 1.25.4 does not count tasks. Therefore each
/// request has a timer.
constexpr ngx_msec_t keep_worker_ms = 60'000;

/// A client that closes its sending half may still want its answer, but a client that has given up looks the same. If
/// threads are free, the answer costs little. If the search is still queued after this time, the threads are busy, and
/// the search is given up.
constexpr ngx_msec_t half_closed_patience_ms = 100;

enum class Outcome : std::uint8_t {
    answered,     ///< not given up
    overloaded,   ///< the task waited too long, or another team needed its place
    client_gone,  ///< the client has left, or nginx has terminated the main request
};

/// The work in progress of a request, allocated in the request's pool. The task stores the request and its context:
/// nginx may redirect the request or give it up meanwhile, so nothing may be looked up in the request afterwards.
struct Task : WorkQueue::Item {
    ngx_http_request_t* r;
    RequestContext* context;
    std::unique_ptr<RequestWork> owned;
    ngx_msec_t deadline;  // milliseconds; 0: none
    WorkQueue* queue;
    ngx_msec_t begun = ngx_current_msec;
    bool is_half_closed = false;
    Outcome outcome = Outcome::answered;
    // the task's timer; also posted when the task was taken out of the queue
    ngx_event_t event{};

    Task(ngx_http_request_t* request, RequestContext& of_request, std::unique_ptr<RequestWork> to_do,
         ngx_msec_t longest, WorkQueue& waits_in) noexcept
        : r(request), context(&of_request), owned(std::move(to_do)), deadline(longest), queue(&waits_in) {
        work = owned.get();
    }
};

/// Ends a task that was taken out of the queue, as soon as the current event is handled. For a task that a thread is
/// working on, request its cancellation instead: it ends when the thread checks next.
void end_waiting(Task& task) noexcept {
    ngx_post_event(&task.event, &ngx_posted_events);
}

void give_up(Task& task, Outcome outcome) noexcept {
    task.outcome = outcome;
    if (task.queue->take_out(task)) {
        end_waiting(task);
    } else {
        task.cancellation.request();
    }
}

/// Sets the timer for the next decision about the task, which has waited for `waited` ms.
void set_timer(Task& task, ngx_msec_t waited) noexcept {
    ngx_msec_t next = keep_worker_ms;
    const auto shorten = [&](ngx_msec_t limit) { next = limit > waited ? std::min(next, limit - waited) : next; };
    if (task.deadline != 0) {
        shorten(task.deadline);
    }
    if (task.is_half_closed) {
        shorten(half_closed_patience_ms);
    }
    if (task.event.timer_set != 0) {
        ngx_del_timer(&task.event);  // otherwise nginx keeps the old timer if the new time differs little
    }
    ngx_add_timer(&task.event, next);
}

void on_time(Task& task) noexcept {
    const ngx_msec_t waited = ngx_current_msec - task.begun;
    if (task.deadline != 0 && waited >= task.deadline) {
        if (task.outcome == Outcome::answered) {
            give_up(task, Outcome::overloaded);
        }
    } else if (task.is_half_closed && waited >= half_closed_patience_ms && task.queue->take_out(task)) {
        task.outcome = Outcome::client_gone;
        end_waiting(task);
    }
    set_timer(task, waited);
}

/// Events that wake a waiting request, such as a writable socket, are ignored.
void wait_for_task(ngx_http_request_t*) noexcept {}

/// Gives the task up. Cleanup handler of the request: nginx calls it when it terminates the main request, even if a
/// thread still works on the task, or when it frees the request.
void cancel(void* task) noexcept {
    give_up(*static_cast<Task*>(task), Outcome::client_gone);
}

/// Calls `tell` for every unfinished task of the main request and its subrequests, which have the same client.
template <class Tell>
void for_each_task(const ngx_http_request_t* r, const Tell& tell) noexcept {
    for (ngx_http_cleanup_t* c = r->main->cleanup; c != nullptr; c = c->next) {
        if (c->handler == cancel && static_cast<Task*>(c->data)->owned != nullptr) {
            tell(*static_cast<Task*>(c->data));
        }
    }
}

/// Gives up the tasks of the request if its client has left. nginx calls this while the request waits and its
/// connection becomes readable: the next request arrives, or the client leaves. The request is not finalized before the
/// thread has finished with it.
void watch_client(ngx_http_request_t* r) noexcept {
    switch (client_state(r)) {
        case ClientState::present:
            break;
        case ClientState::half_closed:
            for_each_task(r, [](Task& task) {
                task.is_half_closed = true;
                on_time(task);
            });
            break;
        case ClientState::gone:
            for_each_task(r, [](Task& task) { cancel(&task); });
            break;
    }
    ngx_http_block_reading(r);  // otherwise a level-triggered event method would call again immediately
}

void resume(Task& task, RequestWork& work) noexcept {
    ngx_http_request_t* r = task.r;
    if (r->write_event_handler != wait_for_task) {
        r->write_event_handler(r);  // nginx has given the request up, and this call lets nginx free it
        return;
    }
    ngx_int_t rc = NGX_HTTP_CLIENT_CLOSED_REQUEST;  // ends the main request with all its subrequests
    if (task.outcome != Outcome::client_gone && r->connection->error == 0) {
        rc = guard<ngx_int_t>("reply", r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR,
                              [&] { return task.is_complete ? work.finish(r, *task.context) : send_overloaded(r); });
    }
    ngx_http_finalize_request(r, rc);
}

/// Finishes the request of a task. Called when no thread has the task, and none will take it any more.
void on_done(WorkQueue::Item& item) noexcept {
    auto& task = static_cast<Task&>(item);
    ngx_http_request_t* r = task.r;
    ngx_connection_t* connection = r->connection;
    if (task.event.timer_set != 0) {
        ngx_del_timer(&task.event);
    }
    --requests_now;
    ngx_http_set_log_request(connection->log, r);
    r->main->blocked--;
    r->aio = 0;
    if (r->read_event_handler == watch_client) {
        r->read_event_handler = ngx_http_block_reading;
    }
    const std::unique_ptr<RequestWork> work = std::move(task.owned);  // outlives the request
    resume(task, *work);
    ngx_http_run_posted_requests(connection);
}

void on_task_event(ngx_event_t* event) noexcept {
    auto& task = *static_cast<Task*>(event->data);
    if (event->timedout == 0) {
        on_done(task);
        return;
    }
    event->timedout = 0;
    if (event->posted == 0) {
        on_time(task);
    }
}

void (*end_threads)(ngx_cycle_t*) = nullptr;

/// Waits until no thread does work of this module, and then calls nginx's own handler. That handler ends a pool by
/// adding one task for each thread. If the queue is full it gives up, and frees the pool and the configuration while
/// threads still work. A module's exit_process runs too late to prevent this.
void finish_then_end_threads(ngx_cycle_t* cycle) noexcept {
    WorkQueue::end_all();
    if (has_threads()) {
        end_threads(cycle);
    }
}

/// Makes the request wait for the task until on_done().
void wait(ngx_http_request_t* r, RequestContext& context, Task& task) noexcept {
    context.offloaded = true;
    requests_peak = std::max(requests_peak, ++requests_now);
    r->main->blocked++;
    r->aio = 1;
    r->read_event_handler = watch_client;
    r->write_event_handler = wait_for_task;
    set_timer(task, 0);
    watch_client(r);  // the client may have left already
}

}  // namespace

Offloaded offload(ngx_http_request_t* r, RequestContext& context, const LocationConf& conf,
                  std::unique_ptr<RequestWork> work) {
    WorkQueue& queue = WorkQueue::for_pool(conf.thread_pool);
    ngx_http_cleanup_t* cleanup = ngx_http_cleanup_add(r, 0);
    Task* task =
        cleanup == nullptr ? nullptr : make_in_pool<Task>(r->pool, r, context, std::move(work), conf.deadline, queue);
    if (task == nullptr) {
        return Offloaded::all_is_full;
    }
    task->on_done = on_done;
    task->event.data = task;
    task->event.handler = on_task_event;
    task->event.log = r->connection->log;
    WorkQueue::Item* pushed_out = nullptr;
    const WorkQueue::Place place{owner_of_work(r, conf), static_cast<std::size_t>(conf.team_queue)};
    const WorkQueue::Added added = queue.add(*task, place, pushed_out);
    if (added != WorkQueue::Added::yes) {
        task->owned.reset();
        return added == WorkQueue::Added::line_is_full ? Offloaded::line_is_full : Offloaded::all_is_full;
    }
    cleanup->data = task;
    cleanup->handler = cancel;
    if (pushed_out != nullptr) {
        static_cast<Task*>(pushed_out)->outcome = Outcome::overloaded;
        end_waiting(*static_cast<Task*>(pushed_out));
    }
    wait(r, context, *task);
    return Offloaded::yes;
}

OffloadedNumbers take_offloaded_numbers() noexcept {
    return {requests_now, std::exchange(requests_peak, requests_now)};
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

Offloaded offload(ngx_http_request_t*, RequestContext&, const LocationConf&, std::unique_ptr<RequestWork>) {
    return Offloaded::all_is_full;
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
