#pragma once

#include "ngx.hpp"

struct ngx_thread_pool_s;  // the headers of an nginx without threads do not declare this type

namespace bizrec::ngx {

/// Name of the pool if the configuration names none.
inline constexpr const char* default_pool_name = "bizrec";

/// Returns the default pool. If a `thread_pool bizrec ...;` above in the configuration has defined it, that one is
/// used; otherwise a pool with a bounded queue is defined here. Null if there is no memory, or if nginx has no threads.
/// Call it while the configuration is read.
ngx_thread_pool_s* default_pool(ngx_conf_t* cf) noexcept;

/// Whether the configuration read so far has no `thread_pool NAME ...;`, and no directive that uses a pool of this
/// name.
bool is_pool_unknown(ngx_conf_t* cf, ngx_str_t name) noexcept;

}  // namespace bizrec::ngx
