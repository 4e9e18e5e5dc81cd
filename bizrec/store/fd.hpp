#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "bizrec/base/result.hpp"
#include "bizrec/store/seal.hpp"

/// Files by descriptor, errors as sentences that begin with the path.
namespace bizrec::store {

class FileDescriptor {
public:
    explicit FileDescriptor(int fd = -1) noexcept : fd_(fd) {}
    FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~FileDescriptor();
    int get() const noexcept { return fd_; }
    int release() noexcept { return std::exchange(fd_, -1); }

private:
    int fd_;
};

Error file_error(const std::string& path, const std::string& what);
/// The same of a whole file that is made for another version of this program.
Error version_error(const std::string& path, const std::string& what);
/// `what`: "cannot be read"; the errno's text follows.
Error system_error(const std::string& path, const std::string& what, int error_number);

struct OpenFile {
    FileDescriptor fd;
    FileIdentity identity;
};

/// Opens a regular, non-empty file for reading. Tells missing, forbidden, empty files, folders and devices apart.
Result<OpenFile> open_index_file(const std::string& path);

/// Which file a descriptor is.
Result<FileIdentity> identify_descriptor(const std::string& path, int fd);

/// Reads exactly `size` bytes. False where the file ends before, errno 0, or cannot be read, errno set.
bool read_at(int fd, void* bytes, std::size_t size, std::uint64_t offset) noexcept;

/// Writes all bytes. False: errno is set.
bool write_at(int fd, const void* bytes, std::size_t size, std::uint64_t offset) noexcept;

}  // namespace bizrec::store
