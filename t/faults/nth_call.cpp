// Preload this into a program to spoil the n-th of its system calls that change files:
//
//   FAULT_CALL=n     the call to spoil, counted from 1 over all functions below
//   FAULT_DO=WHAT    before: SIGKILL instead of the call
//                    after: SIGKILL right after the call
//                    term: SIGTERM right after the call
//                    stop: SIGSTOP right before the call, which follows SIGCONT
//                    a number: the call fails with this errno
//   FAULT_LOG=FILE   the name of the function is appended to FILE when call n is reached
//
// Writes to standard output and standard error are not counted.

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace {

enum class Fault { none, before, after, term, stop, error };

int calls = 0;

void write_log(const char* name) {
    const char* const path = getenv("FAULT_LOG");
    if (path == nullptr) {
        return;
    }
    // Raw system calls, so that the log's own calls are not counted.
    const long fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    syscall(SYS_write, fd, name, strlen(name));
    syscall(SYS_close, fd);
}

/// The fault for this call. Sets errno if it is `error`.
Fault fault_of(const char* name) {
    const char* const at = getenv("FAULT_CALL");
    const char* const what = getenv("FAULT_DO");
    if (at == nullptr || what == nullptr || ++calls != atoi(at)) {
        return Fault::none;
    }
    write_log(name);
    if (strcmp(what, "before") == 0) {
        return Fault::before;
    }
    if (strcmp(what, "after") == 0) {
        return Fault::after;
    }
    if (strcmp(what, "term") == 0) {
        return Fault::term;
    }
    if (strcmp(what, "stop") == 0) {
        return Fault::stop;
    }
    errno = atoi(what);
    return Fault::error;
}

template <class Function, class... Arguments>
auto call(const char* name, Arguments... arguments) -> decltype(Function{}(arguments...)) {
    const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
    const Fault fault = fault_of(name);
    if (fault == Fault::before) {
        kill(getpid(), SIGKILL);
    }
    if (fault == Fault::stop) {
        kill(getpid(), SIGSTOP);
    }
    if (fault == Fault::error) {
        return -1;
    }
    const auto result = real(arguments...);
    const int error = errno;
    if (fault == Fault::after || fault == Fault::term) {
        kill(getpid(), fault == Fault::after ? SIGKILL : SIGTERM);
    }
    errno = error;
    return result;
}

template <class Function, class... Arguments>
auto untouched(const char* name, Arguments... arguments) -> decltype(Function{}(arguments...)) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name))(arguments...);
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    using Function = int (*)(const char*, int, mode_t);
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    const bool writes = (flags & O_ACCMODE) != O_RDONLY;
    return writes ? call<Function>("open", path, flags, mode) : untouched<Function>("open", path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
    using Function = int (*)(int, const char*, int, mode_t);
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    const bool writes = (flags & O_ACCMODE) != O_RDONLY;
    return writes ? call<Function>("openat", folder, path, flags, mode)
                  : untouched<Function>("openat", folder, path, flags, mode);
}

ssize_t write(int fd, const void* bytes, size_t size) {
    using Function = ssize_t (*)(int, const void*, size_t);
    return fd > 2 ? call<Function>("write", fd, bytes, size) : untouched<Function>("write", fd, bytes, size);
}

ssize_t writev(int fd, const iovec* pieces, int count) {
    using Function = ssize_t (*)(int, const iovec*, int);
    return fd > 2 ? call<Function>("writev", fd, pieces, count) : untouched<Function>("writev", fd, pieces, count);
}

ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
    return call<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite", fd, bytes, size, offset);
}

ssize_t copy_file_range(int in, off_t* from, int out, off_t* to, size_t size, unsigned flags) {
    return call<ssize_t (*)(int, off_t*, int, off_t*, size_t, unsigned)>("copy_file_range", in, from, out, to, size,
                                                                         flags);
}

int fallocate(int fd, int mode, off_t offset, off_t size) {
    return call<int (*)(int, int, off_t, off_t)>("fallocate", fd, mode, offset, size);
}

int ftruncate(int fd, off_t size) noexcept {
    return call<int (*)(int, off_t)>("ftruncate", fd, size);
}

int fsync(int fd) {
    return call<int (*)(int)>("fsync", fd);
}

int fdatasync(int fd) {
    return call<int (*)(int)>("fdatasync", fd);
}

int msync(void* address, size_t size, int flags) {
    return call<int (*)(void*, size_t, int)>("msync", address, size, flags);
}

int flock(int fd, int operation) noexcept {
    return call<int (*)(int, int)>("flock", fd, operation);
}

int chmod(const char* path, mode_t mode) noexcept {
    return call<int (*)(const char*, mode_t)>("chmod", path, mode);
}

int fchmod(int fd, mode_t mode) noexcept {
    return call<int (*)(int, mode_t)>("fchmod", fd, mode);
}

int link(const char* from, const char* to) noexcept {
    return call<int (*)(const char*, const char*)>("link", from, to);
}

int symlink(const char* target, const char* path) noexcept {
    return call<int (*)(const char*, const char*)>("symlink", target, path);
}

int rename(const char* from, const char* to) noexcept {
    return call<int (*)(const char*, const char*)>("rename", from, to);
}

int unlink(const char* path) noexcept {
    return call<int (*)(const char*)>("unlink", path);
}

int mkdir(const char* path, mode_t mode) noexcept {
    return call<int (*)(const char*, mode_t)>("mkdir", path, mode);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
    return call<int (*)(int, const char*, int, const char*, int)>("linkat", from_folder, from, to_folder, to, flags);
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
    return call<int (*)(int, const char*, int, const char*)>("renameat", from_folder, from, to_folder, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
    return call<int (*)(int, const char*, int, const char*, unsigned)>("renameat2", from_folder, from, to_folder, to,
                                                                       flags);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
    return call<int (*)(int, const char*, int)>("unlinkat", folder, path, flags);
}

int mkdirat(int folder, const char* path, mode_t mode) noexcept {
    return call<int (*)(int, const char*, mode_t)>("mkdirat", folder, path, mode);
}

int rmdir(const char* path) noexcept {
    return call<int (*)(const char*)>("rmdir", path);
}

}  // extern "C"
