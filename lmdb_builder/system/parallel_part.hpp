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

/// What runs on several threads from its making to its end, and what oneTBB promises of its order, told to
/// ThreadSanitizer: Debian's library is not built for it, and the sanitizer does not see how one of its threads waits
/// for another. Nothing in other builds.
class ParallelPart {
public:
    ParallelPart() noexcept { hand_over(&begin_); }
    ParallelPart(const ParallelPart&) = delete;
    ParallelPart& operator=(const ParallelPart&) = delete;
    ~ParallelPart() { take_over(&end_); }

    /// At the beginning of each task: what was done before the part is seen from here on.
    void enter() const noexcept { take_over(&begin_); }

    /// One that has `place` to itself while it lives: what those before it did is seen from here on, and what all of
    /// them did behind the part's end.
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
    /// What this thread has done so far happens before what follows take_over(address) on another.
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
