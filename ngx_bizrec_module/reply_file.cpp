#include "reply_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "pool_object.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

/// Creates a file in `folder` without a name, or returns NGX_INVALID_FILE and sets errno.
int open_nameless(const char* folder) noexcept {
    const int fd = ::open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) {
        return fd;
    }
    std::array<char, NGX_MAX_PATH> name{};  // for a file system without nameless files
    const int length = std::snprintf(name.data(), name.size(), "%s/bizrec-answer-XXXXXX", folder);
    if (length < 0 || static_cast<std::size_t>(length) >= name.size()) {
        errno = ENAMETOOLONG;
        return NGX_INVALID_FILE;
    }
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) {
        ::unlink(name.data());
    }
    return named;
}

}  // namespace

ReplyFile::~ReplyFile() {
    if (fd_ != NGX_INVALID_FILE) {
        ::close(fd_);
    }
}

void ReplyFile::offer(std::string& part) noexcept {
    if (part.size() < buffer_ || error_ != 0) {
        return;
    }
    if (!write(part.data(), part.size())) {
        error_ = errno;
        return;
    }
    bytes_ += part.size();
    part.clear();
}

bool ReplyFile::write(const char* part, std::size_t size) noexcept {
    if (fd_ == NGX_INVALID_FILE) {
        fd_ = open_nameless(folder_);
        if (fd_ == NGX_INVALID_FILE) {
            return false;
        }
    }
    for (std::size_t written = 0; written < size;) {
        const ssize_t count = ::pwrite(fd_, part + written, size - written, static_cast<off_t>(bytes_ + written));
        if (count > 0) {
            written += static_cast<std::size_t>(count);
        } else if (count == 0 || errno != EINTR) {
            errno = count == 0 ? ENOSPC : errno;
            return false;
        }
    }
    return true;
}

ngx_buf_t* create_file_buffer(ngx_http_request_t* r, ReplyFile file) noexcept {
    auto* buffer = static_cast<ngx_buf_t*>(ngx_calloc_buf(r->pool));
    auto* opened = static_cast<ngx_file_t*>(ngx_pcalloc(r->pool, sizeof(ngx_file_t)));
    auto* kept = make_in_pool<ReplyFile>(r->pool, std::move(file));
    if (buffer == nullptr || opened == nullptr || kept == nullptr) {
        return nullptr;
    }
    opened->fd = kept->fd();
    opened->name = borrow(kept->folder());
    opened->log = r->connection->log;
    buffer->in_file = 1;
    buffer->file = opened;
    buffer->file_last = static_cast<off_t>(kept->bytes());
    return buffer;
}

}  // namespace bizrec::ngx
