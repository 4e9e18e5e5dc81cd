#pragma once

#include <string_view>

#include "ngx.hpp"

namespace bizrec::ngx {

inline std::string_view view(const ngx_str_t& s) noexcept {
    return {reinterpret_cast<const char*>(s.data), s.len};
}

/// The bytes of a text, for nginx functions that take u_char* but do not write through it.
inline u_char* bytes(std::string_view s) noexcept {
    return const_cast<u_char*>(reinterpret_cast<const u_char*>(s.data()));
}

/// nginx's string over borrowed bytes, which must outlive it.
inline ngx_str_t borrow(std::string_view s) noexcept {
    return {s.size(), bytes(s)};
}

/// A copy in the pool; data is null if the pool has no memory.
inline ngx_str_t copy(ngx_pool_t* pool, std::string_view s) noexcept {
    ngx_str_t source = borrow(s);
    ngx_str_t result{s.size(), nullptr};
    result.data = ngx_pstrdup(pool, &source);
    return result;
}

inline bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
    return a.size() == b.size() && ngx_strncasecmp(bytes(a), bytes(b), a.size()) == 0;
}

}  // namespace bizrec::ngx
