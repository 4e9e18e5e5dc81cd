// Preloaded into a server, holds its threads where they look at the clock, as a thread of a pool does before and after
// a piece of work. HOLD_THREADS names a file of five 64-bit integers, which whoever watches the program writes and
// reads while it runs:
//
//   0: other than 0: threads are held; the main thread of a process never is
//   1: how many are held now
//   2: how often threads have looked
//   3: pieces of work that threads may still do although they are held: each takes one
//   4: other than 0: the monotonic clock of a main thread stands here, nanoseconds

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
