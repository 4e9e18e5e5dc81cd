#include "work_queue.hpp"

#include <atomic>
#include <utility>

namespace bizrec::ngx {

#if (NGX_THREADS)

namespace {

/// The number of pumps whose handler has not returned. nginx may not end its threads while there are any.
std::atomic<unsigned> unfinished{0};

WorkQueue* first_queue = nullptr;  // never freed, because threads may work until the process ends

}  // namespace

WorkQueue& WorkQueue::for_pool(ngx_thread_pool_s* pool) {
    for (WorkQueue* queue = first_queue; queue != nullptr; queue = queue->next_) {
        if (queue->pool_ == pool) {
            return *queue;
        }
    }
    auto* queue = new WorkQueue(pool);
    queue->next_ = std::exchange(first_queue, queue);
    return *queue;
}

WorkQueue::Added WorkQueue::add(Item& item, const Place& place, Item*& pushed_out) {
    pushed_out = nullptr;
    std::unique_ptr<Pump> pump = take_pump();
    const std::lock_guard lock(mutex_);
    if (!queue_.add(item, place.team, place.max_waiting, ngx_current_msec)) {
        keep(std::move(pump));
        return Added::line_is_full;
    }
    // A pump may be left over from an item that was taken out of the queue.
    const bool has_pump = pumps_ >= queue_.waiting() + queue_.at_work();
    if (has_pump) {
        keep(std::move(pump));
    } else if (!post(std::move(pump))) {
        pushed_out = static_cast<Item*>(queue_.make_room(place.team));
        if (pushed_out == nullptr) {
            queue_.remove(item);
            return Added::all_is_full;
        }
    }
    wake_parked();
    return Added::yes;
}

bool WorkQueue::take_out(Item& item) noexcept {
    const std::lock_guard lock(mutex_);
    const bool waited = queue_.remove(item);
    if (waited) {
        wake_parked();  // one pump is no longer needed
    }
    return waited;
}

void WorkQueue::end_all() noexcept {
    for (WorkQueue* queue = first_queue; queue != nullptr; queue = queue->next_) {
        const std::lock_guard lock(queue->mutex_);
        queue->is_ending_ = true;
        queue->changed_.notify_all();
    }
    while (unfinished.load(std::memory_order_acquire) != 0) {
        ngx_msleep(1);
    }
}

std::unique_ptr<WorkQueue::Pump> WorkQueue::take_pump() {
    std::unique_ptr<Pump> pump = std::move(idle_pumps_);
    if (pump == nullptr) {
        return std::make_unique<Pump>();
    }
    idle_pumps_ = std::move(pump->next);
    return pump;
}

void WorkQueue::keep(std::unique_ptr<Pump> pump) noexcept {
    pump->next = std::move(idle_pumps_);
    idle_pumps_ = std::move(pump);
}

/// Gives a pump to nginx's pool. Returns false if nginx did not take it; nginx has then logged the reason.
bool WorkQueue::post(std::unique_ptr<Pump> pump) noexcept {
    pump->queue = this;
    pump->finished = nullptr;
    pump->task = {};
    pump->task.ctx = pump.get();
    pump->task.handler = run_pump;
    pump->task.event.data = pump.get();
    pump->task.event.handler = on_pump_event;
    pump->task.event.log = ngx_cycle->log;
    unfinished.fetch_add(1, std::memory_order_relaxed);
    if (ngx_thread_task_post(pool_, &pump->task) != NGX_OK) {
        unfinished.fetch_sub(1, std::memory_order_relaxed);
        keep(std::move(pump));
        return false;
    }
    ++pumps_;
    (void)pump.release();  // on_pump_event() takes it back
    return true;
}

void WorkQueue::wake_parked() noexcept {
    if (parked_ != 0) {
        changed_.notify_all();
    }
}

/// The item that a pump works on next; null if the pump is not needed any more.
WorkQueue::Item* WorkQueue::next(std::unique_lock<std::mutex>& lock) noexcept {
    while (!is_ending_) {
        if (FairQueue::Item* item = queue_.take()) {
            return static_cast<Item*>(item);
        }
        if (pumps_ > queue_.waiting() + queue_.at_work()) {
            return nullptr;
        }
        ++parked_;
        changed_.wait(lock);
        --parked_;
    }
    return nullptr;
}

void WorkQueue::work(Pump& pump) noexcept {
    std::unique_lock lock(mutex_);
    queue_.enter_thread();
    while (Item* const item = next(lock)) {
        lock.unlock();
        const OffloadedWork::Piece piece = item->work->run_piece(item->cancellation);
        lock.lock();
        const bool is_cancelled = item->cancellation.requested();
        if (piece.is_last || is_cancelled) {
            item->is_complete = !is_cancelled;
            queue_.finish(*item, piece.steps);
            pump.finished = item;
            break;
        }
        queue_.put_back(*item, piece.steps);
        wake_parked();
    }
    queue_.leave_thread();
    --pumps_;
    wake_parked();
}

void WorkQueue::run_pump(void* pump, ngx_log_t*) noexcept {
    auto& of = *static_cast<Pump*>(pump);
    of.queue->work(of);
    unfinished.fetch_sub(1, std::memory_order_release);
}

void WorkQueue::on_pump_event(ngx_event_t* event) noexcept {
    std::unique_ptr<Pump> pump(static_cast<Pump*>(event->data));
    WorkQueue& queue = *pump->queue;
    Item* finished = nullptr;
    {
        const std::lock_guard lock(queue.mutex_);  // the lock makes the thread's writes visible
        finished = pump->finished;
    }
    queue.keep(std::move(pump));
    if (finished != nullptr) {
        finished->on_done(*finished);
    }
}

#endif

}  // namespace bizrec::ngx
