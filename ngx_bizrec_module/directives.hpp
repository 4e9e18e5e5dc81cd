#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

struct Endpoint;
struct LocationConf;

/// The module's directives (docs/directives.md), ended by ngx_null_command.
extern ngx_command_t directives[];

/// What a directive that answers all requests of a location does to it: no other may, and messages name it.
char* take_location(ngx_conf_t* cf, ngx_command_t* command, LocationConf* location,
                    ngx_http_handler_pt handler) noexcept;

/// The same of the directive of an endpoint. `endpoint`: static.
char* set_endpoint(ngx_conf_t* cf, ngx_command_t* command, LocationConf* location, const Endpoint& endpoint) noexcept;

}  // namespace bizrec::ngx
