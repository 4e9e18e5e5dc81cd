#pragma once

#include <new>
#include <utility>

#include "ngx.hpp"

namespace bizrec::ngx {

template <class T>
void destroy_pool_object(void* object) noexcept {
    static_cast<T*>(object)->~T();
}

/// A C++ object that is destroyed with the pool; null if the pool has no memory. May throw the exceptions of T's
/// constructor.
template <class T, class... Args>
T* make_in_pool(ngx_pool_t* pool, Args&&... args) {
    ngx_pool_cleanup_t* cleanup = ngx_pool_cleanup_add(pool, sizeof(T));
    if (cleanup == nullptr) {
        return nullptr;
    }
    T* object = new (cleanup->data) T(std::forward<Args>(args)...);
    cleanup->handler = destroy_pool_object<T>;  // only now: if the constructor throws, there is nothing to destroy
    return object;
}

/// Returns the newest object of this type that make_in_pool() put into the pool and that `wanted` accepts, or null. A
/// pool may hold many, because a request and all its subrequests share one pool.
template <class T, class Wanted>
T* find_in_pool(ngx_pool_t* pool, Wanted&& wanted) noexcept {
    for (ngx_pool_cleanup_t* c = pool->cleanup; c != nullptr; c = c->next) {
        if (c->handler == destroy_pool_object<T> && wanted(*static_cast<const T*>(c->data))) {
            return static_cast<T*>(c->data);
        }
    }
    return nullptr;
}

}  // namespace bizrec::ngx
