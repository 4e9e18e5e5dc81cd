#pragma once

#include "ngx.hpp"
#include "status_snapshot.hpp"

/// bizrec_status, from nginx.conf to the answer: status_directive.cpp, status_counting.cpp, status_reader.cpp,
/// status_handler.cpp.
namespace bizrec::ngx {

struct Endpoint;
struct MainConf;

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

/// The endpoint's index in WorkerCounters::endpoints.
std::size_t place_of_endpoint(const Endpoint& endpoint) noexcept;

/// Log phase, if a location has bizrec_status: counts a request of an endpoint. Always NGX_OK.
ngx_int_t count_request(ngx_http_request_t* r) noexcept;

/// The status as this worker sees it now. Precondition: the configuration has a status location.
StatusSnapshot read_status(const MainConf& conf);

/// Content handler of a location with bizrec_status.
ngx_int_t status_handler(ngx_http_request_t* r) noexcept;

}  // namespace bizrec::ngx
