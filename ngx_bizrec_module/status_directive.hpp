#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Where the configuration has a bizrec_status directive.
struct StatusLocation {
    void** confs;    ///< settings of the location, indexed by ctx_index
    ngx_str_t file;  ///< file with the directive, for messages
    ngx_uint_t line;
};

/// bizrec_status
char* set_status(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;

/// Call it in the configuration phase, after merging. If a location has bizrec_status, installs the handler that counts
/// requests, and warns of unguarded locations. Returns false if there is no memory.
bool prepare_status(ngx_conf_t* cf) noexcept;

}  // namespace bizrec::ngx
