#include "lmdb_builder/system/temp_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
int open_unnamed_file(const std::string& folder) {
    const int unnamed = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (unnamed >= 0) {
        return unnamed;
    }
    // Not every file system supports O_TMPFILE: a named file that is unlinked at once does the same.
    std::string pattern = folder + "/.lmdb_builder.XXXXXX";
    const int named = ::mkostemp(pattern.data(), O_CLOEXEC);
    if (named < 0) {
        fail_with_errno("make a temporary file in \"" + folder + "\" (choose another folder with --temp)");
    }
    ::unlink(pattern.c_str());
    return named;
}

TempFile::TempFile(std::string folder, std::size_t buffer_bytes)
    : folder_(std::move(folder)), descriptor_(open_unnamed_file(folder_)), buffer_limit_(buffer_bytes) {}

TempFile::TempFile(TempFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      buffer_limit_(other.buffer_limit_),
      buffer_(std::move(other.buffer_)),
      written_(other.written_) {}

TempFile& TempFile::operator=(TempFile&& other) noexcept {
    if (this != &other) {
        std::swap(folder_, other.folder_);
        std::swap(descriptor_, other.descriptor_);
        std::swap(buffer_limit_, other.buffer_limit_);
        std::swap(buffer_, other.buffer_);
        std::swap(written_, other.written_);
    }
    return *this;
}

TempFile::~TempFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

void TempFile::append(const void* bytes, std::size_t size) {
    const char* data = static_cast<const char*>(bytes);
    if (buffer_.size() + size > buffer_limit_) {
        flush();
    }
    if (size > buffer_limit_) {
        write_at(written_, data, size);
        written_ += size;
        return;
    }
    buffer_.insert(buffer_.end(), data, data + size);
}

void TempFile::flush() {
    write_at(written_, buffer_.data(), buffer_.size());
    written_ += buffer_.size();
    buffer_.clear();
}

void TempFile::write_at(std::uint64_t offset, const void* bytes, std::size_t size) const {
    const char* data = static_cast<const char*>(bytes);
    while (size > 0) {
        const ssize_t done = ::pwrite(descriptor_, data, size, static_cast<off_t>(offset));
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            fail_with_errno("write temporary data in \"" + folder_ + "\" (choose another folder with --temp)");
        }
        data += done;
        size -= static_cast<std::size_t>(done);
        offset += static_cast<std::uint64_t>(done);
    }
}

void TempFile::read(std::uint64_t offset, void* bytes, std::size_t size) const {
    char* data = static_cast<char*>(bytes);
    while (size > 0) {
        const ssize_t done = ::pread(descriptor_, data, size, static_cast<off_t>(offset));
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done == 0) {
            throw BuildFailure("temporary data in \"" + folder_ + "\" came back shorter than it was written");
        }
        if (done < 0) {
            fail_with_errno("read temporary data in \"" + folder_ + "\"");
        }
        data += done;
        size -= static_cast<std::size_t>(done);
        offset += static_cast<std::uint64_t>(done);
    }
}

}  // namespace bizrec::builder
