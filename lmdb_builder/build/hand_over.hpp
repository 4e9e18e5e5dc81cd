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
#endif

/// What oneTBB promises of the order of its tasks, told to ThreadSanitizer: Debian's library is not built for it, and
/// the sanitizer does not see how one of its threads waits for the other. Nothing in other builds.
namespace bizrec::builder {

/// What this thread has done so far happens before what follows take_over(object) on another.
inline void hand_over([[maybe_unused]] const void* object) noexcept {
#ifdef BIZREC_THREAD_SANITIZER
    __tsan_release(const_cast<void*>(object));
#endif
}

inline void take_over([[maybe_unused]] const void* object) noexcept {
#ifdef BIZREC_THREAD_SANITIZER
    __tsan_acquire(const_cast<void*>(object));
#endif
}

}  // namespace bizrec::builder
