#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

struct Endpoint;
struct LocationConf;

/// The module's directives (docs/directives.md), ended by an empty one.
extern ngx_command_t directives[];

/// Claims the location for the directive `command`, whose `handler` answers all requests of the location. Returns an
/// error if an earlier directive has claimed the location. Messages about the location name this directive.
char* claim_location(ngx_conf_t* cf, ngx_command_t* command, LocationConf* location,
                     ngx_http_handler_pt handler) noexcept;

/// Like claim_location(), for the directive of an endpoint. `endpoint` must live as long as the process.
char* set_endpoint(ngx_conf_t* cf, ngx_command_t* command, LocationConf* location, const Endpoint& endpoint) noexcept;

/// Setters of the directives about index files: index_directives.cpp.
char* set_index(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;
char* set_index_interval(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;
char* set_index_trust(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;
char* set_index_memory(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;
char* set_index_check(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;

}  // namespace bizrec::ngx
