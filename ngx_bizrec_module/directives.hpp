#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

struct Endpoint;
struct LocationConf;

/// The module's directives (docs/directives.md), ended by ngx_null_command.
extern ngx_command_t directives[];

/// What the directive of an endpoint does to its location. `endpoint`: static.
char* set_endpoint(ngx_conf_t* cf, ngx_command_t* command, LocationConf* location, const Endpoint& endpoint) noexcept;

}  // namespace bizrec::ngx
