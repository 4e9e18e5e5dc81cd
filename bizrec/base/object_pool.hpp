#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace bizrec {

/// Objects whose memory grows with their work, lent for a piece of work each and kept for the next: as many exist as
/// are at work at a time. Any thread.
template <class T>
class ObjectPool {
    struct GiveBack {
        ObjectPool* owner;  // null: none keeps it
        void operator()(T* object) const noexcept {
            std::unique_ptr<T> returned(object);
            if (owner != nullptr) {
                owner->give_back(returned);
            }
        }
    };

public:
    /// Must not outlive the pool.
    using Lease = std::unique_ptr<T, GiveBack>;

    /// `max_kept`: 1 or more.
    explicit ObjectPool(std::size_t max_kept) : max_kept_(max_kept) {
        idle_.reserve(max_kept);  // so that giving back needs no memory
    }
    ~ObjectPool() { std::unique_ptr<T>(last_.load(std::memory_order_acquire)).reset(); }
    ObjectPool(const ObjectPool&) = delete;
    ObjectPool& operator=(const ObjectPool&) = delete;

    /// `make`: returns a std::unique_ptr<T>, where none is at rest. What was given back last comes first.
    template <class Make>
    Lease take(Make make) {
        std::unique_ptr<T> object = take_idle();
        return Lease((object ? std::move(object) : make()).release(), GiveBack{this});
    }

    /// For work that makes an object grow beyond what is worth keeping: one that ends with its lease.
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

    // The object takes the place of the last one. Where there are enough, that one is left with the caller, who frees
    // it outside the lock.
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

    std::size_t max_kept_;           // last_ and idle_
    std::atomic<T*> last_{nullptr};  // owned; one piece of work after the other needs no lock
    std::mutex mutex_;
    std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace bizrec
