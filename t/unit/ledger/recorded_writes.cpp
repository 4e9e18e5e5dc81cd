#include "t/unit/ledger/recorded_writes.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>

namespace bizrec::ledger::test {
namespace {

RecordedWrites* recording = nullptr;

template <class Function>
Function real(const char* name) noexcept {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

struct RecordedWrites::Hook {
    static bool is_recorded(int fd) noexcept {
        struct stat s {};
        return recording != nullptr && ::fstat(fd, &s) == 0 && s.st_dev == recording->device_ &&
               s.st_ino == recording->inode_;
    }

    /// Makes the call, or fails with EIO if fail_from() has requested that.
    template <class Call>
    static auto perform(int fd, const Call& call) -> decltype(call()) {
        if (recording == nullptr || recording->left_ == 0 || !is_recorded(fd)) {
            return call();
        }
        if (recording->left_ > 1) {
            --recording->left_;
            return call();
        }
        if (recording->is_first_done_) {
            recording->is_first_done_ = false;
            call();
        }
        errno = EIO;
        return -1;
    }

    static void note(int fd, FileChange change) {
        if (!is_recorded(fd)) {
            return;
        }
        const bool writes = change.kind == FileChange::Kind::write;
        recording->changes_.push_back(std::move(change));
        if (writes && (::fcntl(fd, F_GETFL) & O_DSYNC) != 0) {
            recording->changes_.push_back({FileChange::Kind::sync, 0, {}});
        }
    }

    static void note_write(int fd, const void* bytes, ssize_t size, off_t offset) {
        if (size > 0) {
            note(fd,
                 {FileChange::Kind::write, offset, {static_cast<const char*>(bytes), static_cast<std::size_t>(size)}});
        }
    }
};

RecordedWrites::RecordedWrites(const std::string& path) {
    struct stat s {};
    if (recording != nullptr || ::stat(path.c_str(), &s) != 0) {
        throw std::runtime_error(path + ": cannot be recorded");
    }
    device_ = s.st_dev;
    inode_ = s.st_ino;
    recording = this;
}

RecordedWrites::~RecordedWrites() {
    recording = nullptr;
}

}  // namespace bizrec::ledger::test

using bizrec::ledger::test::FileChange;
using Hook = bizrec::ledger::test::RecordedWrites::Hook;

namespace {
using bizrec::ledger::test::real;
}

#pragma GCC visibility push(default)
extern "C" {

ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
    return Hook::perform(fd, [&] {
        const ssize_t written = real<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite")(fd, bytes, size, offset);
        Hook::note_write(fd, bytes, written, offset);
        return written;
    });
}

ssize_t write(int fd, const void* bytes, size_t size) {
    return Hook::perform(fd, [&] {
        const off_t offset = Hook::is_recorded(fd) ? ::lseek(fd, 0, SEEK_CUR) : 0;
        const ssize_t written = real<ssize_t (*)(int, const void*, size_t)>("write")(fd, bytes, size);
        Hook::note_write(fd, bytes, written, offset);
        return written;
    });
}

ssize_t writev(int fd, const iovec* pieces, int count) {
    return Hook::perform(fd, [&] {
        off_t offset = Hook::is_recorded(fd) ? ::lseek(fd, 0, SEEK_CUR) : 0;
        const ssize_t written = real<ssize_t (*)(int, const iovec*, int)>("writev")(fd, pieces, count);
        ssize_t left = written;
        for (int i = 0; i < count && left > 0; ++i) {  // one by one: the disk may have any of them
            const ssize_t size = std::min(left, static_cast<ssize_t>(pieces[i].iov_len));
            Hook::note_write(fd, pieces[i].iov_base, size, offset);
            offset += size;
            left -= size;
        }
        return written;
    });
}

int fdatasync(int fd) {
    return Hook::perform(fd, [&] {
        const int result = real<int (*)(int)>("fdatasync")(fd);
        Hook::note(fd, {FileChange::Kind::sync, 0, {}});
        return result;
    });
}

int fsync(int fd) {
    return Hook::perform(fd, [&] {
        const int result = real<int (*)(int)>("fsync")(fd);
        Hook::note(fd, {FileChange::Kind::sync, 0, {}});
        return result;
    });
}

int ftruncate(int fd, off_t size) noexcept {
    return Hook::perform(fd, [&] {
        const int result = real<int (*)(int, off_t)>("ftruncate")(fd, size);
        Hook::note(fd, {FileChange::Kind::size, size, {}});
        return result;
    });
}

}  // extern "C"
#pragma GCC visibility pop
