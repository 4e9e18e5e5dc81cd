#include "reply_buffer.hpp"

#include <sys/mman.h>

#include <cstring>

#include "pool_object.hpp"

namespace bizrec::ngx {
namespace {

// Bytes. From this size on, the kernel's work for separate pages is small compared with filling and sending the buffer.
constexpr std::size_t min_mapped = 512U << 10;

ngx_buf_t* copy_to_pool(ngx_pool_t* pool, std::string_view body) noexcept {
    ngx_buf_t* buffer = ngx_create_temp_buf(pool, body.size());
    if (buffer != nullptr) {
        buffer->last = ngx_cpymem(buffer->pos, body.data(), body.size());
    }
    return buffer;
}

// Large replies have pages of their own, because malloc maps large blocks separately only until the first one is freed.
// From then on it takes blocks of that size from its heap, which cannot shrink below the small blocks allocated later.
// The worker would keep for good all the memory that its slow clients once needed.
ngx_buf_t* create_reply_buffer(ngx_pool_t* pool, std::string_view body, ReplyPages pages) noexcept {
    if (pages.empty() && body.size() < min_mapped) {
        return copy_to_pool(pool, body);
    }
    ReplyPages owned = pages.empty() ? ReplyPages::copy_of(body) : std::move(pages);
    if (owned.empty()) {
        return nullptr;
    }
    auto* buffer = static_cast<ngx_buf_t*>(ngx_calloc_buf(pool));
    auto* kept = make_in_pool<ReplyPages>(pool, std::move(owned));
    if (buffer == nullptr || kept == nullptr) {
        return nullptr;
    }
    buffer->start = buffer->pos = kept->begin();
    buffer->end = buffer->last = kept->begin() + kept->size();
    buffer->temporary = 1;
    return buffer;
}

/// Puts a buffer before `next` in a chain. Returns null if there is no memory, or if `buffer` is null.
ngx_chain_t* link_buffer(ngx_pool_t* pool, ngx_buf_t* buffer, ngx_chain_t* next) noexcept {
    ngx_chain_t* link = buffer == nullptr ? nullptr : ngx_alloc_chain_link(pool);
    if (link != nullptr) {
        *link = {buffer, next};
    }
    return link;
}

}  // namespace

ReplyPages::~ReplyPages() {
    if (begin_ != nullptr) {
        ::munmap(begin_, bytes_);
    }
}

ReplyPages ReplyPages::copy_of(std::string_view body) noexcept {
    if (body.size() < min_mapped) {
        return {};
    }
    void* begin =
        ::mmap(nullptr, body.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (begin == MAP_FAILED) {
        return {};
    }
    std::memcpy(begin, body.data(), body.size());
    return {static_cast<u_char*>(begin), body.size()};
}

ngx_chain_t* create_reply_chain(ngx_http_request_t* r, std::string_view body, ReplyParts parts) noexcept {
    const bool has_file = parts.file.bytes() != 0;
    ngx_chain_t* last = nullptr;
    if (!body.empty() || !has_file) {
        last = link_buffer(r->pool, create_reply_buffer(r->pool, body, std::move(parts.pages)), nullptr);
        if (last == nullptr) {
            return nullptr;
        }
    }
    ngx_chain_t* first = has_file ? link_buffer(r->pool, create_file_buffer(r, std::move(parts.file)), last) : last;
    if (first != nullptr) {
        ngx_buf_t* end = last == nullptr ? first->buf : last->buf;
        end->last_buf = r == r->main;
        end->last_in_chain = 1;
    }
    return first;
}

}  // namespace bizrec::ngx
