// Preloaded into a server, tells how many bytes an event loop hands to sockets between two looks for events.
// SENT_AT_ONCE names a file of two 64-bit integers, which whoever watches the program reads and may write while it
// runs:
//
//   0: the most so far
//   1: since the last look

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
