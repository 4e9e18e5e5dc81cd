#include "index_thread.hpp"

#include <pthread.h>

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <mutex>

namespace bizrec::ngx {

void IndexTask::run_or_fail(const std::atomic<bool>& leaving) {
    try {
        run(leaving);
    } catch (const std::exception& e) {
        failed(e.what());
    } catch (...) {
        failed("unknown exception");
    }
}

void IndexTask::perform(const std::atomic<bool>& leaving) noexcept {
    try {
        run_or_fail(leaving);
    } catch (...) {
        failed_without_memory();
    }
    finished_.store(true, std::memory_order_release);
}

struct IndexThread::State {
    static void* main(void* self) noexcept;
    bool start() noexcept;
    std::shared_ptr<IndexTask> take();
    std::shared_ptr<IndexTask> first_of_queue() noexcept;

    std::mutex mutex;
    std::condition_variable changed;
    std::shared_ptr<IndexTask> first;
    IndexTask* last = nullptr;
    std::atomic<bool> leaving{false};
    pthread_t thread{};
    bool started = false;
};

void* IndexThread::State::main(void* self) noexcept {
    auto* state = static_cast<State*>(self);
    while (auto task = state->take()) {
        task->perform(state->leaving);
    }
    return nullptr;
}

std::shared_ptr<IndexTask> IndexThread::State::first_of_queue() noexcept {
    std::shared_ptr<IndexTask> task = std::move(first);
    if (task) {
        first = std::move(task->next_);
        last = first ? last : nullptr;
    }
    return task;
}

/// Waits for the next task. Null if the worker ends.
std::shared_ptr<IndexTask> IndexThread::State::take() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return first || leaving.load(std::memory_order_relaxed); });
    return leaving.load(std::memory_order_relaxed) ? nullptr : first_of_queue();
}

/// Signals must reach only the event loop, so this thread blocks all of them, as nginx's own threads do.
bool IndexThread::State::start() noexcept {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const int error = pthread_create(&thread, nullptr, main, this);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    started = error == 0;
    return started;
}

IndexThread::IndexThread() : state_(std::make_unique<State>()) {}

void IndexThread::abandon() noexcept {
    if (state_->started) {
        pthread_detach(state_->thread);
        static_cast<void>(state_.release());  // the thread uses it until the process ends
    }
}

IndexThread::~IndexThread() {
    if (!state_) {
        return;
    }
    State& s = *state_;
    {
        const std::lock_guard<std::mutex> lock(s.mutex);
        s.leaving.store(true, std::memory_order_relaxed);
    }
    if (s.started) {
        s.changed.notify_one();
        pthread_join(s.thread, nullptr);
    }
    while (auto task = s.first_of_queue()) {
        task->perform(s.leaving);
    }
}

bool IndexThread::post(std::shared_ptr<IndexTask> task) noexcept {
    State& s = *state_;
    if (!s.started && !s.start()) {
        return false;
    }
    {
        const std::lock_guard<std::mutex> lock(s.mutex);
        IndexTask* added = task.get();
        (s.last == nullptr ? s.first : s.last->next_) = std::move(task);
        s.last = added;
    }
    s.changed.notify_one();
    return true;
}

void IndexThread::perform_here(IndexTask& task) noexcept {
    const std::atomic<bool> stays{false};
    task.perform(stays);
}

}  // namespace bizrec::ngx
