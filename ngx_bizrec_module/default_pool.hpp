#pragma once

#include "ngx.hpp"

struct ngx_thread_pool_s;  // where nginx was built without threads, its headers do not know the type

namespace bizrec::ngx {

/// Name of the pool of a configuration that names none.
inline constexpr const char* default_pool_name = "bizrec";

/// That pool: the one that a `thread_pool bizrec ...;` above has defined, else one with a bounded queue that is defined
/// here. Null: no memory, or nginx has no threads. While the configuration is read.
ngx_thread_pool_s* default_pool(ngx_conf_t* cf) noexcept;

/// True: no `thread_pool NAME ...;` has been read so far, nor has anything asked for a pool of this name.
bool is_pool_unknown(ngx_conf_t* cf, ngx_str_t name) noexcept;

}  // namespace bizrec::ngx
