#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "ngx.hpp"
#include "reply_file.hpp"

namespace bizrec::ngx {

/// The bytes of a large reply in separate pages, which go back to the system as soon as the reply is sent. Any thread
/// may fill them: this takes milliseconds, too long for an event loop.
class ReplyPages {
public:
    ReplyPages() = default;
    ReplyPages(ReplyPages&& other) noexcept
        : begin_(std::exchange(other.begin_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    ReplyPages& operator=(ReplyPages&& other) noexcept {
        std::swap(begin_, other.begin_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~ReplyPages();

    /// A copy of `body`. Empty if `body` is too small for separate pages, or if there is no memory.
    static ReplyPages copy_of(std::string_view body) noexcept;

    bool empty() const noexcept { return begin_ == nullptr; }
    std::size_t size() const noexcept { return bytes_; }
    u_char* begin() const noexcept { return begin_; }

private:
    ReplyPages(u_char* begin, std::size_t bytes) noexcept : begin_(begin), bytes_(bytes) {}
    u_char* begin_ = nullptr;
    std::size_t bytes_ = 0;
};

/// The bytes of a large reply.
struct ReplyParts {
    ReplyFile file;    ///< the beginning of the reply
    ReplyPages pages;  ///< a copy of the rest; empty if the rest is small
};

/// The buffers of a reply: first the file, if there is one, then `body`. `body` is copied unless `parts` has pages for
/// it. The last buffer is marked as the last. Null if there is no memory.
ngx_chain_t* create_reply_chain(ngx_http_request_t* r, std::string_view body, ReplyParts parts) noexcept;

}  // namespace bizrec::ngx
