#pragma once

#include <cstdint>
#include <string_view>

#include "ngx.hpp"

namespace bizrec::ngx {

/// Registers the module's variables (docs/directives.md). Called in preconfiguration.
ngx_int_t add_variables(ngx_conf_t* cf) noexcept;

/// Called before nginx builds its hash of all variables. With nginx's default of 64 bytes, a bucket holds one long
/// name, and a dozen more names than nginx's own make every start and reload log a warning.
void make_room_for_variables(ngx_conf_t* cf) noexcept;

struct Variable {
    const char* name;
    ngx_http_get_variable_pt get;
    uintptr_t data;
    ngx_uint_t flags;
};
ngx_int_t add_variables(ngx_conf_t* cf, const Variable* begin, const Variable* end) noexcept;

/// The results of a variable's function. `text` is copied to the request's pool.
ngx_int_t not_found(ngx_http_variable_value_t* value) noexcept;
ngx_int_t found(ngx_http_request_t* r, ngx_http_variable_value_t* value, std::string_view text) noexcept;
ngx_int_t found(ngx_http_request_t* r, ngx_http_variable_value_t* value, std::uint64_t number) noexcept;

}  // namespace bizrec::ngx
