#include "lmdb_builder/system/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/numbers.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

std::string in_quotes(const std::string& path) {
    return "\"" + path + "\"";
}

/// Whether a file is owned by this user, or by the owner of its folder `parent`, who can do anything in the folder
/// anyway.
bool belongs_to_us(const struct stat& status, int parent) noexcept {
    struct stat folder {};
    return status.st_uid == ::geteuid() || (::fstat(parent, &folder) == 0 && status.st_uid == folder.st_uid);
}

[[noreturn]] void refuse_left(const std::string& path, const std::string& why) {
    throw BuildFailure(in_quotes(path) + " " + why +
                       ", and not what a run of this user has left: remove it, and try again");
}

/// Whether the path leads to a device or a pipe, possibly through a link.
bool leads_to_device(const std::string& path) noexcept {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/// Whether `error`, from renameat2(), means that the kernel or the file system does not support RENAME_NOREPLACE.
bool knows_no_such_rename(int error) noexcept {
    return error == EINVAL || error == ENOSYS || error == ENOTSUP;
}

/// The mode that new files usually have. umask(2) can only be read by setting it. Files that other threads make
/// meanwhile get at most mode 0600.
mode_t usual_mode() noexcept {
    static const mode_t mask = [] {
        const mode_t now = ::umask(0077);
        ::umask(now);
        return now;
    }();
    return 0666 & ~mask;
}

}  // namespace

FolderEntry::FolderEntry(const std::string& path, const char* what)
    : path_(path),
      name_(store::file_name_of(path)),
      folder_(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (folder_.get() < 0) {
        fail_with_errno(std::string("write ") + what + " " + in_quotes(path));
    }
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) {
        return ".";
    }
    return slash == 0 ? "/" : path.substr(0, slash);
}

store::FileDescriptor make_file(int folder, const std::string& name, const std::string& path) {
    store::FileDescriptor fd(::openat(folder, name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (fd.get() < 0) {
        fail_with_errno("make " + in_quotes(path));
    }
    return fd;
}

store::FileDescriptor open_own_folder(int parent, const std::string& name, const std::string& path) {
    if (::mkdirat(parent, name.c_str(), 0700) != 0 && errno != EEXIST) {
        fail_with_errno("make the folder " + in_quotes(path));
    }
    store::FileDescriptor fd(::openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (fd.get() < 0 && errno == ENOENT) {
        return fd;
    }
    if (fd.get() < 0 && (errno == ENOTDIR || errno == ELOOP)) {
        refuse_left(path, "is a link or a file");
    }
    struct stat status {};
    if (fd.get() < 0 || ::fstat(fd.get(), &status) != 0) {
        fail_with_errno("open the folder " + in_quotes(path));
    }
    if (!belongs_to_us(status, parent)) {
        refuse_left(path, "belongs to another user");
    }
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        refuse_left(path, "is writable for others");
    }
    return fd;
}

store::FileDescriptor open_own_file(int folder, const std::string& name, const std::string& path) {
    // Without O_NONBLOCK, opening a named pipe would wait for a reader.
    store::FileDescriptor fd(::openat(folder, name.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (fd.get() < 0 && errno == ENOENT) {
        return fd;
    }
    if (fd.get() < 0 && errno == ELOOP) {
        refuse_left(path, "is a symbolic link");
    }
    struct stat status {};
    if (fd.get() < 0 && ::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        !S_ISREG(status.st_mode)) {
        refuse_left(path, "is no regular file");
    }
    if (fd.get() < 0 || ::fstat(fd.get(), &status) != 0) {
        fail_with_errno("open " + in_quotes(path));
    }
    if (!S_ISREG(status.st_mode)) {
        refuse_left(path, "is no regular file");
    }
    if (status.st_uid != ::geteuid()) {
        refuse_left(path, "belongs to another user");
    }
    if (status.st_nlink > 1) {
        refuse_left(path, "has a second name elsewhere");
    }
    return fd;
}

bool is_entry(int descriptor, int folder, const std::string& name) {
    struct stat by_descriptor {};
    struct stat by_name {};
    return ::fstat(descriptor, &by_descriptor) == 0 &&
           ::fstatat(folder, name.c_str(), &by_name, AT_SYMLINK_NOFOLLOW) == 0 &&
           by_descriptor.st_dev == by_name.st_dev && by_descriptor.st_ino == by_name.st_ino;
}

void give_usual_mode(int fd, const std::string& path) {
    if (::fchmod(fd, usual_mode()) != 0) {
        fail_with_errno("make " + in_quotes(path) + " readable for others");
    }
}

bool rename_new(int from_folder, const char* from, int to_folder, const char* to) noexcept {
    if (::renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE) == 0) {
        return true;
    }
    if (!knows_no_such_rename(errno) || ::linkat(from_folder, from, to_folder, to, 0) != 0) {
        return false;
    }
    return ::unlinkat(from_folder, from, 0) == 0;
}

void refuse_link(const std::string& path, const char* what) {
    char target[PATH_MAX];
    const ssize_t size = ::readlink(path.c_str(), target, sizeof target);
    if (size < 0 || leads_to_device(path)) {
        return;
    }
    throw BuildFailure(std::string(what) + " " + in_quotes(path) + " is a symbolic link to " +
                       in_quotes(std::string(target, static_cast<std::size_t>(size))) +
                       ", which is not followed: name that file itself, or remove the link");
}

int descriptor_named_by(const std::string& path) noexcept {
    if (path == "/dev/stdout") {
        return STDOUT_FILENO;
    }
    if (path == "/dev/stderr") {
        return STDERR_FILENO;
    }
    for (const std::string_view prefix : {std::string_view("/dev/fd/"), std::string_view("/proc/self/fd/")}) {
        const std::string_view digits = std::string_view(path).substr(std::min(prefix.size(), path.size()));
        unsigned fd = 0;  // not int, which would accept "-0"
        if (starts_with(path, prefix) && read_whole_number(digits, fd) && fd <= INT_MAX) {
            return static_cast<int>(fd);
        }
    }
    return -1;
}

ReportFile::ReportFile(const std::string& path, const char* what)
    : path_(path == "-" ? "/dev/stdout" : path), what_(what) {
    if (path_.empty()) {
        return;
    }
    store::FileDescriptor fd = open();
    file_ = ::fdopen(fd.get(), "w");
    if (file_ == nullptr) {
        fail_to_write();
    }
    fd.release();
}

store::FileDescriptor ReportFile::open() {
    const int named = descriptor_named_by(path_);
    if (named >= 0 || leads_to_device(path_)) {
        return open_device(named);
    }
    refuse_link(path_, what_);
    const FolderEntry entry(path_, what_);
    store::FileDescriptor fd = open_own_file(entry.folder(), entry.name(), path_);
    made_ = fd.get() < 0;
    if (made_) {
        return make_file(entry.folder(), entry.name(), path_);
    }
    if (::ftruncate(fd.get(), 0) != 0) {
        fail_to_write();
    }
    return fd;
}

/// Refuses a pipe or device that belongs neither to this user nor to root: in a shared folder, writing to it could leak
/// data or block.
store::FileDescriptor ReportFile::open_device(int named) {
    struct stat status {};
    const bool foreign =
        named < 0 && ::stat(path_.c_str(), &status) == 0 && status.st_uid != ::geteuid() && status.st_uid != 0;
    if (foreign) {
        throw BuildFailure(std::string(what_) + " " + in_quotes(path_) +
                           " is a pipe or device of another user: name another");
    }
    store::FileDescriptor fd(named >= 0 ? ::fcntl(named, F_DUPFD_CLOEXEC, 0)
                                        : ::open(path_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
    if (fd.get() < 0) {
        fail_to_write();
    }
    return fd;
}

ReportFile::~ReportFile() {
    if (file_ != nullptr) {
        if (made_) {  // also after a failed build others may read the file, because it shows why the build failed
            ::fchmod(::fileno(file_), usual_mode());
        }
        std::fclose(file_);
    }
}

void ReportFile::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) {
        fail_to_write();
    }
}

void ReportFile::close() {
    if (file_ == nullptr) {
        return;
    }
    if (std::fflush(file_) != 0) {
        fail_to_write();
    }
    if (made_) {
        give_usual_mode(::fileno(file_), path_);
    }
    if (std::fclose(std::exchange(file_, nullptr)) != 0) {
        fail_to_write();
    }
}

void ReportFile::fail_to_write() const {
    fail_with_errno(std::string("write ") + what_ + " " + in_quotes(path_));
}

}  // namespace bizrec::builder
