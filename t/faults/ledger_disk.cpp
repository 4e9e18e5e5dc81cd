// Preload this into a program to make the disk fail under files whose names end in ".mdb". FAULT_DISK names a control
// file. Each write or sync of such a file first reads the control file, which holds one of these lines:
//
//   fail ERRNO PART   the call fails, if the path of the file contains PART (PART may be empty)
//   hang PART         the call waits until the control file changes
//   stop PART         the process stops itself (SIGSTOP) before the call, once
//   nothing           the call goes through

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

char control_path[4096];

/// Copies the path at start, because nginx clears its environment.
__attribute__((constructor)) void remember_path() {
    const char* const path = getenv("FAULT_DISK");
    snprintf(control_path, sizeof control_path, "%s", path == nullptr ? "" : path);
}

/// `part`: text that the path must contain; "" = any path.
bool is_ledger(int fd, const char* part) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t size = readlink(link, path, sizeof path - 1);
    path[size < 0 ? 0 : size] = '\0';
    return size > 4 && strcmp(path + size - 4, ".mdb") == 0 && strstr(path, part) != nullptr;
}

void read_control(char (&text)[32]) {
    const int fd = open(control_path, O_RDONLY | O_CLOEXEC);
    const ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    text[size < 0 ? 0 : size] = '\0';
    if (fd >= 0) {
        close(fd);
    }
}

/// The line of the control file without PART, such as "fail 30"; "" if it is not about this file.
void read_order(int fd, char (&order)[32]) {
    read_control(order);
    char* const part = strrchr(order, ' ');
    if (part == nullptr || !is_ledger(fd, part + 1)) {
        order[0] = '\0';
    } else {
        *part = '\0';
    }
}

/// Whether the call should be made. If not, errno is set.
bool passes(int fd) {
    static bool has_stopped = false;
    char order[32];
    for (read_order(fd, order); strcmp(order, "hang") == 0; read_order(fd, order)) {
        usleep(2000);
    }
    if (strcmp(order, "stop") == 0 && !has_stopped) {
        has_stopped = true;
        raise(SIGSTOP);
    }
    if (strncmp(order, "fail ", 5) == 0) {
        errno = atoi(order + 5);
        return false;
    }
    return true;
}

template <class Function>
Function real(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
    return passes(fd) ? real<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite")(fd, bytes, size, offset) : -1;
}

ssize_t writev(int fd, const iovec* pieces, int count) {
    return passes(fd) ? real<ssize_t (*)(int, const iovec*, int)>("writev")(fd, pieces, count) : -1;
}

int fdatasync(int fd) {
    return passes(fd) ? real<int (*)(int)>("fdatasync")(fd) : -1;
}

}  // extern "C"
