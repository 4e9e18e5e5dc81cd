// Preloaded into a server, holds its threads where they look at the clock, as a task of a pool does before and after
// its work. HOLD_THREADS names a file of four 64-bit integers, which whoever watches the program writes and reads
// while it runs:
//
//   0: other than 0: threads are held; the main thread of a process never is
//   1: how many are held now
//   2: how often threads have looked
//   3: the nanoseconds by which their clocks are fast, of those that look from now on

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace {

constexpr std::int64_t nanoseconds_of_second = 1'000'000'000;

struct Control {
    std::int64_t hold;
    std::int64_t held;
    std::int64_t looks;
    std::int64_t fast;
};

Control* control = nullptr;

__attribute__((constructor)) void open_control() {
    const char* const path = getenv("HOLD_THREADS");
    const int fd = path == nullptr ? -1 : open(path, O_RDWR | O_CLOEXEC);
    void* const memory =
        fd < 0 ? MAP_FAILED : mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    control = memory == MAP_FAILED ? nullptr : static_cast<Control*>(memory);
    if (fd >= 0) {
        close(fd);
    }
}

void wait_while_held() {
    __atomic_add_fetch(&control->looks, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&control->held, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&control->hold, __ATOMIC_SEQ_CST) != 0) {
        usleep(1000);
    }
    __atomic_sub_fetch(&control->held, 1, __ATOMIC_SEQ_CST);
}

}  // namespace

// The time is that of before the wait: who is held has not waited longer in a queue.
extern "C" int clock_gettime(clockid_t id, struct timespec* at) {
    const auto result = static_cast<int>(syscall(SYS_clock_gettime, id, at));
    if (control != nullptr && syscall(SYS_gettid) != getpid()) {
        const std::int64_t time =
            at->tv_sec * nanoseconds_of_second + at->tv_nsec + __atomic_load_n(&control->fast, __ATOMIC_SEQ_CST);
        at->tv_sec = time / nanoseconds_of_second;
        at->tv_nsec = time % nanoseconds_of_second;
        wait_while_held();
    }
    return result;
}
