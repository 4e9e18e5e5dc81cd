#pragma once

#include <atomic>
#include <memory>

#include "bizrec/base/result.hpp"

namespace bizrec::ngx {

/// A piece of work on an index or a ledger that may take seconds: hashing, opening, reading, writing, closing. It
/// touches its own members and the engine, but nothing of nginx.
class IndexTask {
public:
    virtual ~IndexTask() = default;

    /// The event loop calls this. Once it is true, the results of run() can be read.
    bool finished() const noexcept { return finished_.load(std::memory_order_acquire); }

    /// Does the work and marks it as finished. Throws nothing.
    void perform(const std::atomic<bool>& leaving) noexcept;

protected:
    /// `leaving` becomes true when the worker ends. A long run() checks it repeatedly, and gives up when it is true.
    /// May throw.
    virtual void run(const std::atomic<bool>& leaving) = 0;
    /// Called after run() has thrown. Stores `reason` as the result. May throw if there is no memory for a copy of
    /// `reason`.
    virtual void failed(const char* reason) = 0;
    /// Called instead of failed() if failed() has thrown.
    virtual void failed_without_memory() noexcept = 0;

private:
    void run_or_fail(const std::atomic<bool>& leaving);
    std::atomic<bool> finished_{false};
    std::shared_ptr<IndexTask> next_;  // a linked list, so that queueing allocates no memory
    friend class IndexThread;
};

/// A task that ends with a value, or with one sentence with the reason why there is none.
template <class T>
class ResultTask : public IndexTask {
public:
    /// The value, or the reason why there is none. Call it after finished().
    Result<T>& result() noexcept { return result_; }

protected:
    Result<T> result_{Error{""}};

private:
    void failed(const char* reason) final { result_ = Error{reason}; }
    void failed_without_memory() noexcept final { result_ = Error{"no memory"}; }  // too short to need an allocation
};

/// A thread that runs tasks in order. A worker has one for its indexes, one for the list of suppressions of each index,
/// and one for each ledger. It is not a thread of an nginx pool: hashing 10 GB would occupy a thread of a small pool
/// for seconds, and searches would be refused meanwhile; and nginx's pool "default" would start 32 threads. The thread
/// starts with the first task, so never before a fork.
class IndexThread {
public:
    IndexThread();
    /// Waits for the running task, which gives up soon. The waiting tasks then run on the caller's thread with
    /// `leaving` set, so that they skip their long work.
    ~IndexThread();
    IndexThread(const IndexThread&) = delete;
    IndexThread& operator=(const IndexThread&) = delete;

    /// Adds a task, and starts the thread if there is none. If the system cannot create a thread, returns false with
    /// errno set; nothing has changed.
    bool post(std::shared_ptr<IndexTask> task) noexcept;

    /// Call it if the process is about to end, and the running task waits for an event that may never come. The thread
    /// goes on with the task by itself until the process ends, and keeps the task alive. No task may be posted
    /// afterwards.
    void abandon() noexcept;

    /// Runs the task now, on the caller's thread.
    static void perform_here(IndexTask& task) noexcept;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::ngx
