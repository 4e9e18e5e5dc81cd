#pragma once

#include "ngx.hpp"

/// What setters of directives have in common.
namespace bizrec::ngx {

inline char* failed() noexcept {
    return static_cast<char*>(NGX_CONF_ERROR);
}

inline char* explained(const char* reason) noexcept {  // nginx puts the directive's name before it, the place behind it
    return const_cast<char*>(reason);
}

inline ngx_str_t* arguments(ngx_conf_t* cf) noexcept {
    return static_cast<ngx_str_t*>(cf->args->elts);
}

}  // namespace bizrec::ngx
