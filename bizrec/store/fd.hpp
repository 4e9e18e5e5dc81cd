#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "bizrec/base/result.hpp"
#include "bizrec/store/seal.hpp"

/// Files by descriptor. Error messages are sentences that begin with the path.
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

/// The last part of a path.
inline std::string_view file_name_of(std::string_view path) noexcept {
    return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

Error file_error(const std::string& path, const std::string& what);
/// Like file_error(), for a sound file that is made for another version of this program.
Error version_error(const std::string& path, const std::string& what);
/// `what`: such as "cannot be read"; the text of the errno is appended.
Error system_error(const std::string& path, const std::string& what, int error_number);

struct OpenFile {
    FileDescriptor fd;
    FileIdentity identity;
};

/// Opens a regular, non-empty file for reading. Missing, forbidden and empty files, folders and devices have different
/// messages.
Result<OpenFile> open_index_file(const std::string& path);

/// Returns the identity of the file that a descriptor has open.
Result<FileIdentity> identify_descriptor(const std::string& path, int fd);

/// Reads exactly `size` bytes. Returns false with errno 0 if the file ends earlier, or with errno set if it cannot be
/// read.
bool read_at(int fd, void* bytes, std::size_t size, std::uint64_t offset) noexcept;

/// Writes all bytes. Returns false with errno set on failure.
bool write_at(int fd, const void* bytes, std::size_t size, std::uint64_t offset) noexcept;

}  // namespace bizrec::store
