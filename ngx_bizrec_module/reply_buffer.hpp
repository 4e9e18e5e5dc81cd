#pragma once

#include <cstddef>

#include "ngx.hpp"

namespace bizrec::ngx {

/// A buffer of `size` bytes to write an answer to, which lives as long as the pool; null where there is no memory.
ngx_buf_t* create_reply_buffer(ngx_pool_t* pool, std::size_t size) noexcept;

}  // namespace bizrec::ngx
