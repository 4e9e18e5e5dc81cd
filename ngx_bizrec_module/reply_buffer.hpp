#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "ngx.hpp"
#include "reply_file.hpp"

namespace bizrec::ngx {

/// The bytes of a large reply in pages of their own, which go back to the system as soon as it is sent. Any thread:
/// to fill them takes milliseconds, which an event loop does not have.
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

    /// A copy of `body`. Empty where it is so small that pages of its own are not worth it, or without memory.
    static ReplyPages copy_of(std::string_view body) noexcept;

    bool empty() const noexcept { return begin_ == nullptr; }
    std::size_t size() const noexcept { return bytes_; }
    u_char* begin() const noexcept { return begin_; }

private:
    ReplyPages(u_char* begin, std::size_t bytes) noexcept : begin_(begin), bytes_(bytes) {}
    u_char* begin_ = nullptr;
    std::size_t bytes_ = 0;
};

/// Where the bytes of a large reply are.
struct ReplyParts {
    ReplyFile file;    ///< its beginning
    ReplyPages pages;  ///< a copy of its body, which follows the beginning
};

/// The buffers of a reply: of the file, if there is one, then of `body`, which is copied where `parts` have no pages of
/// it. The last one is marked as such. Null without memory.
ngx_chain_t* create_reply_chain(ngx_http_request_t* r, std::string_view body, ReplyParts parts) noexcept;

}  // namespace bizrec::ngx
