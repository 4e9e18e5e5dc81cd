#include "bizrec/store/fd.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace bizrec::store {
namespace {

FileIdentity identity_of(const struct stat& s) noexcept {
    FileIdentity identity;
    identity.device = static_cast<std::uint64_t>(s.st_dev);
    identity.inode = static_cast<std::uint64_t>(s.st_ino);
    identity.size = static_cast<std::uint64_t>(s.st_size);
    identity.changed_ns = std::int64_t{s.st_ctim.tv_sec} * 1'000'000'000 + s.st_ctim.tv_nsec;
    return identity;
}

/// Whether the path names a published index: its last part is "current", the link that `lmdb_builder publish` makes.
bool is_published_name(const std::string& path) noexcept {
    constexpr std::string_view name = "/current";
    return path.size() > name.size() && path.compare(path.size() - name.size(), name.size(), name) == 0;
}

Error open_error(const std::string& path, int error_number) {
    switch (error_number) {
        case ENOENT:
        case ENOTDIR:
            return file_error(
                path, is_published_name(path)
                          ? "does not exist; nothing is published there: lmdb_builder publish INDEX FOLDER makes it"
                          : "does not exist; check the path, or build it with lmdb_builder build");
        case EACCES:
        case EPERM:
            return file_error(path,
                              "permission denied; this user must be able to read the file and to enter its folders");
        default:
            return system_error(path, "cannot be opened", error_number);
    }
}

}  // namespace

FileDescriptor::~FileDescriptor() {
    if (fd_ >= 0) {
        ::close(fd_);
    }
}

Error file_error(const std::string& path, const std::string& what) {
    return Error{path + ": " + what};
}

Error version_error(const std::string& path, const std::string& what) {
    Error error = file_error(path, what);
    error.is_of_other_version = true;
    return error;
}

Error system_error(const std::string& path, const std::string& what, int error_number) {
    return file_error(path, what + ": " + std::generic_category().message(error_number));
}

Result<FileIdentity> identify_descriptor(const std::string& path, int fd) {
    struct stat s {};
    if (::fstat(fd, &s) != 0) {
        return system_error(path, "cannot be examined", errno);
    }
    return identity_of(s);
}

Result<FileIdentity> identify_file(const std::string& path) {
    struct stat s {};
    if (::stat(path.c_str(), &s) != 0) {
        return open_error(path, errno);
    }
    return identity_of(s);
}

Result<OpenFile> open_index_file(const std::string& path) {
    if (path.empty() || path.find('\0') != std::string::npos) {
        // NOLINTNEXTLINE(readability-redundant-string-cstr): c_str() cuts the path at a NUL, so the message has none
        return file_error(path.c_str(), "is no usable path");
    }
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (fd.get() < 0) {
        return open_error(path, errno);
    }
    struct stat s {};
    if (::fstat(fd.get(), &s) != 0) {
        return system_error(path, "cannot be examined", errno);
    }
    if (S_ISDIR(s.st_mode)) {
        return file_error(path, "is a directory; name the index file in it");
    }
    if (!S_ISREG(s.st_mode)) {
        return file_error(path, "is no regular file");
    }
    if (s.st_size == 0) {
        return file_error(path, "is empty; is it still being copied? Else rebuild it with lmdb_builder build");
    }
    return OpenFile{std::move(fd), identity_of(s)};
}

bool read_at(int fd, void* bytes, std::size_t size, std::uint64_t offset) noexcept {
    auto* out = static_cast<char*>(bytes);
    while (size != 0) {
        const ssize_t n = ::pread(fd, out, size, static_cast<off_t>(offset));
        if (n == 0) {
            errno = 0;
            return false;
        }
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return false;
        }
        out += n;
        size -= static_cast<std::size_t>(n);
        offset += static_cast<std::uint64_t>(n);
    }
    return true;
}

bool write_at(int fd, const void* bytes, std::size_t size, std::uint64_t offset) noexcept {
    const auto* in = static_cast<const char*>(bytes);
    while (size != 0) {
        const ssize_t n = ::pwrite(fd, in, size, static_cast<off_t>(offset));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n == 0) {
            errno = EIO;  // pwrite() has written nothing and has not set errno
            return false;
        }
        if (n < 0) {
            return false;
        }
        in += n;
        size -= static_cast<std::size_t>(n);
        offset += static_cast<std::uint64_t>(n);
    }
    return true;
}

}  // namespace bizrec::store
