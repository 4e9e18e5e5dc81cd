// Preload this into a server to count the bytes that an event loop gives to sockets between two polls for events.
// SENT_AT_ONCE names a file of two 64-bit integers. The test reads them, and may write them, while the server runs:
//
//   0: the maximum so far
//   1: the bytes since the last poll

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "control_file.hpp"

namespace {

struct Control {
    std::int64_t most;
    std::int64_t now;
};

Control* control = nullptr;

__attribute__((constructor)) void open_control() {
    control = map_control_file<Control>("SENT_AT_ONCE");
}

template <class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

ssize_t count(ssize_t sent) {
    if (control != nullptr && sent > 0 && syscall(SYS_gettid) == getpid()) {
        control->now += sent;
        control->most = control->now > control->most ? control->now : control->most;
    }
    return sent;
}

}  // namespace

extern "C" ssize_t writev(int fd, const iovec* parts, int number) {
    static const auto real = next<ssize_t (*)(int, const iovec*, int)>("writev");
    return count(real(fd, parts, number));
}

extern "C" ssize_t sendfile64(int to, int from, off64_t* offset, size_t size) {
    static const auto real = next<ssize_t (*)(int, int, off64_t*, size_t)>("sendfile64");
    return count(real(to, from, offset, size));
}

extern "C" ssize_t sendfile(int to, int from, off_t* offset, size_t size) {
    static const auto real = next<ssize_t (*)(int, int, off_t*, size_t)>("sendfile");
    return count(real(to, from, offset, size));
}

extern "C" int epoll_wait(int fd, epoll_event* events, int number, int timeout) {
    static const auto real = next<int (*)(int, epoll_event*, int, int)>("epoll_wait");
    if (control != nullptr && syscall(SYS_gettid) == getpid()) {
        control->now = 0;
    }
    return real(fd, events, number, timeout);
}
