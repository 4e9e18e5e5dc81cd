#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "counting_rate.hpp"
#include "credits.hpp"
#include "endpoint.hpp"
#include "endpoint_pool.hpp"
#include "index_thread.hpp"
#include "max_limit.hpp"
#include "ngx.hpp"
#include "served_index.hpp"
#include "status.hpp"
#include "status_beat.hpp"
#include "status_zone.hpp"

namespace bizrec::ngx {

/// Settings of the http block; one object for each configuration cycle.
struct MainConf {
    std::vector<std::unique_ptr<store::TrustedKeys>> keys;  ///< of bizrec_index_trust, one for each distinct path
    HashResults results;
    CountingTimes counting;
    IndexThread index_thread;                           ///< declared before the indexes, so that it outlives them
    std::vector<std::unique_ptr<ServedIndex>> indexes;  ///< one for each distinct path
    EnrichEndpoints enrichments;
    EnrichBatchEndpoints batches;
    SearchEndpoints searches;
    RecordsEndpoints hydrations;
    ChangesEndpoints changes;
    CreditsMainConf credits;
    StatusZone status;
    StatusBeat beat;
    std::vector<StatusLocation> status_locations;
    unsigned endpoints = 0;  ///< a bit for each endpoint that some location has, by place_of_endpoint()
    /// Index of nginx's $request_id variable if the configuration reads it, otherwise NGX_ERROR. If the configuration
    /// does not read it, no log shows it, and the module does not evaluate it, because its value costs 16 random bytes
    /// a request.
    ngx_int_t request_id = NGX_ERROR;

    /// The index of this path; it is created if the configuration has not named it yet.
    ServedIndex& index_of(std::string_view path, const ngx_conf_file_t& file);
    const ServedIndex* find_index(std::string_view path) const noexcept;  ///< null: no directive names it
    /// The keys of a file. The file is read only once. The error message begins with the path.
    Result<const store::TrustedKeys*> keys_of(const std::string& path);
};

/// The values that bizrec_access evaluates for each request.
struct AccessRule {
    ngx_http_complex_value_t* team;       ///< the team's name; empty: 401
    ngx_http_complex_value_t* expires;    ///< in the past or unreadable: 401; null, empty = never
    ngx_http_complex_value_t* forbidden;  ///< neither empty nor "0": 403; null = never
    ngx_http_complex_value_t* exhausted;  ///< neither empty nor "0": 402; null = never
};

/// Settings of a location. Plain data: nginx takes it from a zeroed pool and never destroys it. Before the merge, a
/// member that is not configured has the NGX_CONF_UNSET… of its comment.
struct LocationConf {
    ServedIndex* index;                     ///< null = none configured
    ngx_msec_t index_interval;              ///< IndexSettings::interval; NGX_CONF_UNSET_MSEC
    const store::TrustedKeys* index_trust;  ///< null = `off`; NGX_CONF_UNSET_PTR
    ngx_uint_t index_memory;                ///< IndexMemory; NGX_CONF_UNSET_UINT
    ngx_uint_t index_check;                 ///< IndexCheck; NGX_CONF_UNSET_UINT
    AccessRule* access;                     ///< null = not configured; access_off = `bizrec_access off`
    const Endpoint* endpoint;               ///< null = the location has no directive of an endpoint
    bool has_status;                        ///< bizrec_status answers the requests
    ngx_str_t endpoint_name;                ///< the endpoint's directive, or "bizrec_status"
    ngx_str_t file;                         ///< the file with that directive, for messages
    ngx_uint_t line;
    /// error pages that locations inside this one inherit, even if this endpoint itself has none
    ngx_array_t* error_pages;

    ngx_flag_t error_headers;        ///< errors outside the endpoints get headers, too; NGX_CONF_UNSET
    ngx_flag_t explain;              ///< `Prefer: explain=1` is honoured; NGX_CONF_UNSET
    MaxLimit max_limit;              ///< of bizrec_search and bizrec_search_only_ids
    std::size_t answer_limit;        ///< greatest body of a 200, bytes; NGX_CONF_UNSET_SIZE
    std::size_t answer_buffer;       ///< bytes of a body that stay in memory; NGX_CONF_UNSET_SIZE: not configured
    ngx_int_t inline_work;           ///< steps of a request that the event loop does itself; NGX_CONF_UNSET
    ngx_int_t max_work;              ///< steps of a request in all; NGX_CONF_UNSET
    ngx_thread_pool_s* thread_pool;  ///< runs all other steps; null = none; NGX_CONF_UNSET_PTR
    ngx_array_t* counting_rates;     ///< array of CountingRate; null = not configured
    CreditsLocationConf credits;

    ngx_msec_t deadline;   ///< longest time in the pool, waiting and running, ms; 0 = none; NGX_CONF_UNSET_MSEC
    ngx_int_t team_queue;  ///< maximum number of waiting requests of a team; NGX_CONF_UNSET
};

extern AccessRule access_off;

/// The settings of the http block; null if the configuration has no http block.
MainConf* main_conf(ngx_cycle_t* cycle) noexcept;
MainConf* main_conf(ngx_http_request_t* r) noexcept;
LocationConf* location_conf(ngx_http_request_t* r) noexcept;
/// For logs: the settings of the location that the request is in; null if there is no such location. They do not come
/// from the request context, because no code of this module runs when nginx itself refuses a body or a rate. A
/// `post_action` runs in a location of its own, but the log is about the answer that was sent before; so the location
/// of that answer is returned.
const LocationConf* location_of_answer(ngx_http_request_t* r) noexcept;

void* create_main_conf(ngx_conf_t* cf) noexcept;
void* create_location_conf(ngx_conf_t* cf) noexcept;
char* merge_location_conf(ngx_conf_t* cf, void* parent, void* child) noexcept;

/// Turns nginx's `ssi` off in the location that is being merged. An answer contains text of records and requests. If
/// SSI parsed it, a record named `<!--# include virtual="/internal" -->` would make nginx fetch that address and put
/// the result into the answer. No effect in an nginx without SSI. Defined in ssi_exemption.cpp.
void exempt_from_ssi(ngx_conf_t* cf) noexcept;

}  // namespace bizrec::ngx
