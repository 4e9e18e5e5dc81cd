#include "lmdb_builder/publish/copy_index.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>

#include "bizrec/store/fd.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t kernel_piece = std::uint64_t{64} << 20;  // bytes copied between two calls of `report`
constexpr std::size_t copy_buffer = std::size_t{1} << 20;
constexpr mode_t all_modes = 07777;

/// A copy in progress: both files, the number of bytes to copy, and the number of bytes copied so far.
struct IndexCopy {
    const std::string& to;
    int in, out;
    std::uint64_t size, done;
    const StageReport& report;

    [[noreturn]] void fail_to(const char* verb) const { fail_with_errno(std::string(verb) + " \"" + to + "\""); }
    void advance(std::uint64_t bytes) {
        done += bytes;
        report("copying", done, size);
    }
};

/// Reserves the space first, so that a full disk is reported before gigabytes have been copied.
void reserve_space(const IndexCopy& copy) {
    if (::fallocate(copy.out, 0, 0, static_cast<off_t>(copy.size)) != 0 && (errno == ENOSPC || errno == EDQUOT)) {
        copy.fail_to("make room for");
    }
}

/// Copies inside the kernel. Returns false if the kernel cannot copy between these two files; `done` is then the number
/// of bytes already copied.
bool copy_in_kernel(IndexCopy& copy) {
    while (copy.done < copy.size) {
        auto from = static_cast<off_t>(copy.done);
        off_t to = from;
        const auto piece = static_cast<std::size_t>(std::min(copy.size - copy.done, kernel_piece));
        const ssize_t n = ::copy_file_range(copy.in, &from, copy.out, &to, piece, 0);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EIO)) {
            copy.fail_to("write");
        }
        if (n <= 0) {
            return false;  // some file systems return 0 if they cannot copy in the kernel
        }
        copy.advance(static_cast<std::uint64_t>(n));
    }
    return true;
}

void copy_by_hand(IndexCopy& copy, const std::string& from) {
    const std::unique_ptr<char[]> buffer(new char[copy_buffer]);
    while (copy.done < copy.size) {
        const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(copy.size - copy.done, copy_buffer));
        if (!store::read_at(copy.in, buffer.get(), piece, copy.done)) {
            if (errno == 0) {
                throw BuildFailure(from + ": became shorter while it was copied; is it still being written?");
            }
            fail_with_errno("read \"" + from + "\"");
        }
        if (!store::write_at(copy.out, buffer.get(), piece, copy.done)) {
            copy.fail_to("write");
        }
        copy.advance(piece);
    }
}

/// Whether a process still has the file open for writing, although its mode is read-only by now. The kernel refuses a
/// read lease on such a file. Also false on file systems without leases (network file systems), because there is no
/// other way to find out.
bool is_open_for_writing(int fd) noexcept {
    // If a process opens the file for writing while we hold the lease, the kernel signals us. SIGURG is ignored by
    // default; the default SIGIO would end this process.
    if (::fcntl(fd, F_SETSIG, SIGURG) != 0 || ::fcntl(fd, F_SETLEASE, F_RDLCK) != 0) {
        return errno == EAGAIN;
    }
    ::fcntl(fd, F_SETLEASE, F_UNLCK);
    return false;
}

}  // namespace

void copy_index(const store::OpenIndex& from, const std::string& to, const StageReport& report) {
    const store::FileDescriptor out(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    IndexCopy copy{to, from.file.fd.get(), out.get(), from.file.identity.size, 0, report};
    if (out.get() < 0) {
        copy.fail_to("make");
    }
    if (::ioctl(copy.out, FICLONE, copy.in) != 0) {
        reserve_space(copy);
        if (!copy_in_kernel(copy)) {
            copy_by_hand(copy, from.path);
        }
    }
    if (::fchmod(copy.out, 0444) != 0) {
        copy.fail_to("make read-only");
    }
    if (::fsync(copy.out) != 0) {
        copy.fail_to("sync");
    }
    ::posix_fadvise(copy.out, 0, 0, POSIX_FADV_DONTNEED);
}

bool link_index(const store::OpenIndex& from, const std::string& to) noexcept {
    const int fd = from.file.fd.get();
    struct stat status {};
    // Links by descriptor, because the path may name another file by now.
    char itself[32];
    std::snprintf(itself, sizeof itself, "/proc/self/fd/%d", fd);
    if (::fstat(fd, &status) != 0 || status.st_nlink != 1 ||
        ::linkat(AT_FDCWD, itself, AT_FDCWD, to.c_str(), AT_SYMLINK_FOLLOW) != 0) {
        return false;
    }
    if (::fchmod(fd, 0444) == 0 && ::fsync(fd) == 0 && !is_open_for_writing(fd)) {
        return true;
    }
    ::fchmod(fd, status.st_mode & all_modes);
    ::unlink(to.c_str());
    return false;
}

}  // namespace bizrec::builder
