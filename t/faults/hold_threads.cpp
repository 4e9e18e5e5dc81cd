// Preload this into a server to hold its threads. A held thread stops each time it reads the clock; a thread of the
// pool reads it before and after each task. HOLD_THREADS names a file of five 64-bit integers. The test reads and
// writes them while the server runs:
//
//   0: if not 0, all threads except the main thread of a process are held
//   1: number of threads held now
//   2: number of times that threads have read the clock
//   3: number of held clock reads that may still pass; each pass takes one
//   4: if not 0, the monotonic clock of main threads stands still at this time, in nanoseconds

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "control_file.hpp"

namespace {

constexpr std::int64_t nanoseconds_of_second = 1'000'000'000;

struct Control {
    std::int64_t hold;
    std::int64_t held;
    std::int64_t looks;
    std::int64_t passes;
    std::int64_t standing;
};

Control* control = nullptr;

__attribute__((constructor)) void open_control() {
    control = map_control_file<Control>("HOLD_THREADS");
}

bool takes_pass() {
    std::int64_t left = __atomic_load_n(&control->passes, __ATOMIC_SEQ_CST);
    while (left > 0) {
        if (__atomic_compare_exchange_n(&control->passes, &left, left - 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            return true;
        }
    }
    return false;
}

void wait_while_held() {
    __atomic_add_fetch(&control->looks, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&control->held, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&control->hold, __ATOMIC_SEQ_CST) != 0 && !takes_pass()) {
        usleep(1000);
    }
    __atomic_sub_fetch(&control->held, 1, __ATOMIC_SEQ_CST);
}

}  // namespace

extern "C" int clock_gettime(clockid_t id, struct timespec* at) {
    const auto result = static_cast<int>(syscall(SYS_clock_gettime, id, at));
    if (control == nullptr) {
        return result;
    }
    if (syscall(SYS_gettid) != getpid()) {
        wait_while_held();
        return result;
    }
    const std::int64_t standing = __atomic_load_n(&control->standing, __ATOMIC_SEQ_CST);
    if (standing != 0 && (id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_COARSE)) {
        at->tv_sec = standing / nanoseconds_of_second;
        at->tv_nsec = standing % nanoseconds_of_second;
    }
    return result;
}
