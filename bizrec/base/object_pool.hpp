#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace bizrec {

/// A pool of reusable objects whose memory grows with their work. take() lends one; its lease returns it. Keeps at most
/// `max_kept` idle objects. Thread-safe.
template <class T>
class ObjectPool {
    struct GiveBack {
        ObjectPool* owner;  // null: the object is freed, not kept
        void operator()(T* object) const noexcept {
            std::unique_ptr<T> returned(object);
            if (owner != nullptr) {
                owner->give_back(returned);
            }
        }
    };

public:
    /// A lease must not outlive the pool.
    using Lease = std::unique_ptr<T, GiveBack>;

    /// `max_kept`: 1 or more.
    explicit ObjectPool(std::size_t max_kept) : max_kept_(max_kept) {
        idle_.reserve(max_kept);  // so that giving back needs no memory
    }
    ~ObjectPool() { std::unique_ptr<T>(last_.load(std::memory_order_acquire)).reset(); }
    ObjectPool(const ObjectPool&) = delete;
    ObjectPool& operator=(const ObjectPool&) = delete;

    /// Lends an idle object, if possible the one that was returned last. `make`: makes a std::unique_ptr<T> if no
    /// object is idle.
    template <class Make>
    Lease take(Make make) {
        std::unique_ptr<T> object = take_idle();
        return Lease((object ? std::move(object) : make()).release(), GiveBack{this});
    }

    /// Lends an object that will grow too large to be kept: it is freed when its lease ends.
    static Lease lend(std::unique_ptr<T> object) noexcept { return Lease(object.release(), GiveBack{nullptr}); }

private:
    std::unique_ptr<T> take_idle() noexcept {
        std::unique_ptr<T> last(last_.exchange(nullptr, std::memory_order_acquire));
        if (last) {
            return last;
        }
        std::lock_guard lock(mutex_);
        if (idle_.empty()) {
            return nullptr;
        }
        std::unique_ptr<T> object = std::move(idle_.back());
        idle_.pop_back();
        return object;
    }

    // Puts the object into last_, which needs no lock, and moves the object that was there to idle_. If idle_ is full,
    // that one is left in `object`, so that the caller frees it outside the lock.
    void give_back(std::unique_ptr<T>& object) noexcept {
        T* const given = object.release();
        object.reset(last_.exchange(given, std::memory_order_acq_rel));
        if (object == nullptr) {
            return;
        }
        std::lock_guard lock(mutex_);
        if (idle_.size() + 1 < max_kept_) {
            idle_.push_back(std::move(object));
        }
    }

    std::size_t max_kept_;           // maximum of last_ and idle_ together
    std::atomic<T*> last_{nullptr};  // owned; lets one request after another take and return an object without a lock
    std::mutex mutex_;
    std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace bizrec
