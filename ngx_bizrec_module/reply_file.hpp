#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "bizrec/api/endpoint.hpp"
#include "ngx.hpp"

namespace bizrec::ngx {

/// The beginning of a large reply in a temporary file without a name, which the system removes when it is closed. Any
/// thread may use it, one at a time.
class ReplyFile final : public api::BodyStore {
public:
    ReplyFile() noexcept : ReplyFile("", SIZE_MAX) {}  ///< a file that accepts no part
    /// `folder`: a folder that the workers may write to; must outlive this. `buffer`: bytes; parts of this size or more
    /// go to the file.
    ReplyFile(const char* folder, std::size_t buffer) noexcept : folder_(folder), buffer_(buffer) {}
    ReplyFile(ReplyFile&& other) noexcept
        : folder_(other.folder_),
          buffer_(other.buffer_),
          fd_(std::exchange(other.fd_, NGX_INVALID_FILE)),
          bytes_(std::exchange(other.bytes_, 0)),
          error_(other.error_) {}
    ReplyFile& operator=(ReplyFile&&) = delete;
    ~ReplyFile() override;

    /// Writes a part of `buffer` bytes or more to the file and empties it. After a failure, the rest of the reply stays
    /// in memory.
    void offer(std::string& part) noexcept override;
    std::uint64_t bytes() const noexcept override { return bytes_; }

    int fd() const noexcept { return fd_; }
    int error() const noexcept { return error_; }  ///< errno of the failure, 0 = none
    const char* folder() const noexcept { return folder_; }

private:
    bool write(const char* part, std::size_t size) noexcept;

    const char* folder_;
    std::size_t buffer_;
    int fd_ = NGX_INVALID_FILE;
    std::uint64_t bytes_ = 0;
    int error_ = 0;
};

/// A buffer for the content of `file`, or null: no memory. The pool keeps the file.
ngx_buf_t* create_file_buffer(ngx_http_request_t* r, ReplyFile file) noexcept;

}  // namespace bizrec::ngx
