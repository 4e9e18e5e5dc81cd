#pragma once

#include "ngx.hpp"

/// Setters of the directives about index files.
namespace bizrec::ngx {

char* set_index(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;
char* set_index_interval(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;
char* set_index_trust(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;
char* set_index_memory(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;
char* set_index_check(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;

}  // namespace bizrec::ngx
