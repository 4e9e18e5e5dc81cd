#pragma once

#if defined(__SANITIZE_THREAD__)
#define BIZREC_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define BIZREC_THREAD_SANITIZER
#endif
#endif

#ifdef BIZREC_THREAD_SANITIZER
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#define BIZREC_UNSEEN_BY_THREAD_SANITIZER __attribute__((no_sanitize("thread")))
#else
#define BIZREC_UNSEEN_BY_THREAD_SANITIZER
#endif

namespace bizrec::builder {

/// A part of the program that runs on several threads, from construction to destruction. It tells ThreadSanitizer the
/// ordering that oneTBB guarantees. Debian's oneTBB is not built for the sanitizer, so the sanitizer cannot see how one
/// thread waits for another. Does nothing in other builds.
class ParallelPart {
public:
    ParallelPart() noexcept { hand_over(&begin_); }
    ParallelPart(const ParallelPart&) = delete;
    ParallelPart& operator=(const ParallelPart&) = delete;
    ~ParallelPart() { take_over(&end_); }

    /// Call it at the beginning of each task, so that the task's thread sees everything that was written before the
    /// part.
    void enter() const noexcept { take_over(&begin_); }

    /// The time in which a task has exclusive use of `place`, which oneTBB guarantees. A later turn at the same place
    /// sees the work of earlier turns. The code after the part sees the work of all turns.
    class Turn {
    public:
        Turn(const ParallelPart& part, const void* place) noexcept : part_(part), place_(place) { take_over(place_); }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;
        ~Turn() {
            hand_over(place_);
            hand_over(&part_.end_);
        }

    private:
        const ParallelPart& part_;
        const void* place_;
    };

private:
    /// Everything that this thread has done so far happens before the code after take_over(address) on another thread.
    static void hand_over([[maybe_unused]] const void* address) noexcept {
#ifdef BIZREC_THREAD_SANITIZER
        __tsan_release(const_cast<void*>(address));
#endif
    }

    static void take_over([[maybe_unused]] const void* address) noexcept {
#ifdef BIZREC_THREAD_SANITIZER
        __tsan_acquire(const_cast<void*>(address));
#endif
    }

    char begin_ = 0, end_ = 0;  // only their addresses matter
};

}  // namespace bizrec::builder
