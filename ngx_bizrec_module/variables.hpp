#pragma once

#include <cstdint>
#include <string_view>

#include "ngx.hpp"

namespace bizrec::ngx {

/// Registers the module's variables (docs/directives.md). Called in preconfiguration.
ngx_int_t add_variables(ngx_conf_t* cf) noexcept;

/// Raises nginx's variables_hash_bucket_size to at least 128. Call it before nginx builds that hash. A bucket of
/// nginx's default 64 bytes holds only one long name, so the module's names would make each start and reload log a
/// warning.
void make_room_for_variables(ngx_conf_t* cf) noexcept;

struct Variable {
    const char* name;
    ngx_http_get_variable_pt get;
    uintptr_t data;
    ngx_uint_t flags;
};
ngx_int_t add_variables(ngx_conf_t* cf, const Variable* begin, const Variable* end) noexcept;

/// Functions that store the result of a variable in `value`. They return what the variable's get handler must return.
/// `text` is copied to the request's pool.
ngx_int_t not_found(ngx_http_variable_value_t* value) noexcept;
ngx_int_t found(ngx_http_request_t* r, ngx_http_variable_value_t* value, std::string_view text) noexcept;
ngx_int_t found(ngx_http_request_t* r, ngx_http_variable_value_t* value, std::uint64_t number) noexcept;

}  // namespace bizrec::ngx
