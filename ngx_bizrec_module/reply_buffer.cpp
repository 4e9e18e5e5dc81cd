#include "reply_buffer.hpp"

#include <sys/mman.h>

namespace bizrec::ngx {
namespace {

// Of a buffer of this size the system's work for pages of its own is a small part of what it takes to fill and send it.
constexpr std::size_t least_mapped = 512U << 10;

struct Mapping {
    void* begin;
    std::size_t bytes;
};

void unmap(void* data) noexcept {
    const auto* mapping = static_cast<const Mapping*>(data);
    ::munmap(mapping->begin, mapping->bytes);
}

u_char* map_pages(ngx_pool_t* pool, std::size_t bytes) noexcept {
    ngx_pool_cleanup_t* cleanup = ngx_pool_cleanup_add(pool, sizeof(Mapping));
    if (cleanup == nullptr) {
        return nullptr;
    }
    void* begin = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (begin == MAP_FAILED) {
        return nullptr;  // a cleanup without a handler is none
    }
    *static_cast<Mapping*>(cleanup->data) = {begin, bytes};
    cleanup->handler = unmap;
    return static_cast<u_char*>(begin);
}

}  // namespace

// malloc gives a large block back to the system only until the first one is freed: from then on it takes blocks of that
// size from its heap, where small ones that came later hold them. A worker would stay as large as its slow readers once
// made it.
ngx_buf_t* create_reply_buffer(ngx_pool_t* pool, std::size_t size) noexcept {
    if (size < least_mapped) {
        return ngx_create_temp_buf(pool, size);
    }
    auto* buffer = static_cast<ngx_buf_t*>(ngx_calloc_buf(pool));
    u_char* begin = map_pages(pool, size);
    if (buffer == nullptr || begin == nullptr) {
        return nullptr;
    }
    buffer->start = buffer->pos = buffer->last = begin;
    buffer->end = begin + size;
    buffer->temporary = 1;
    return buffer;
}

}  // namespace bizrec::ngx
