#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

struct Endpoint;
struct LocationConf;

/// The module's directives (docs/directives.md), ended by ngx_null_command.
extern ngx_command_t directives[];

/// Claims the location for a directive that answers all its requests: no other such directive may follow, and messages
/// name this one.
char* take_location(ngx_conf_t* cf, ngx_command_t* command, LocationConf* location,
                    ngx_http_handler_pt handler) noexcept;

/// Like take_location(), for the directive of an endpoint. `endpoint`: static.
char* set_endpoint(ngx_conf_t* cf, ngx_command_t* command, LocationConf* location, const Endpoint& endpoint) noexcept;

}  // namespace bizrec::ngx
