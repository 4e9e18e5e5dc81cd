#pragma once

#include <string_view>

#include "ngx.hpp"
#include "strings.hpp"

/// Helpers that several directive setters use.
namespace bizrec::ngx {

inline char* failed() noexcept {
    return static_cast<char*>(NGX_CONF_ERROR);
}

// The error of a setter. nginx logs it with the directive's name before it, and the file and line after it.
inline char* explained(const char* reason) noexcept {
    return const_cast<char*>(reason);
}

inline ngx_str_t* arguments(ngx_conf_t* cf) noexcept {
    return static_cast<ngx_str_t*>(cf->args->elts);
}

/// Compiles a text with variables that is evaluated for each request. On failure logs a message and returns null.
inline ngx_http_complex_value_t* compile_value(ngx_conf_t* cf, std::string_view text) noexcept {
    auto* value = static_cast<ngx_http_complex_value_t*>(ngx_pcalloc(cf->pool, sizeof(ngx_http_complex_value_t)));
    ngx_str_t source = copy(cf->pool, text);
    if (value == nullptr || source.data == nullptr) {
        return nullptr;
    }
    ngx_http_compile_complex_value_t compile{};
    compile.cf = cf;
    compile.value = &source;
    compile.complex_value = value;
    return ngx_http_compile_complex_value(&compile) == NGX_OK ? value : nullptr;
}

}  // namespace bizrec::ngx
