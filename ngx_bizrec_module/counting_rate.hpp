#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "shared_table.hpp"

namespace bizrec::ngx {

struct LocationConf;

/// One bizrec_counting_rate: how often a key may ask for totals without rows.
struct CountingRate {
    ngx_http_complex_value_t* key;  ///< empty: no limit
    std::uint64_t interval_us;      ///< between two counts, microseconds
    std::uint64_t burst;            ///< counts allowed at once beyond the rate
};

/// Memory that all workers share and that outlives a reload. For each key it holds one time: when the key's
/// counts so far would be over if they came one interval after another. It has no lock and a fixed size: keys are
/// hashed to 65,536 places, and two keys with the same place share a rate.
class CountingTimes {
public:
    /// Call it in the configuration phase, if a rate is configured. Returns false if there is no memory.
    bool add_zone(ngx_conf_t* cf) noexcept;

    /// Takes `counts` at once from the key's rate (GCRA: ITU-T I.371). If fewer are left, takes nothing and returns
    /// false. `now_us`: the time of a clock that all processes share.
    bool take(std::string_view key, const CountingRate& rate, std::uint64_t counts, std::uint64_t now_us) noexcept;

private:
    struct Table;
    SharedTable<Table> table_;
};

/// bizrec_counting_rate KEY rate=N(r/s|r/m) [burst=N]
char* set_counting_rate(ngx_conf_t* cf, ngx_command_t* command, void* conf) noexcept;

/// Whether the client may be told `counts` totals for which no rows are charged. False: the key has used up its rate,
/// and the client gets a 429.
bool may_count(ngx_http_request_t* r, const LocationConf& conf, std::uint64_t counts) noexcept;

}  // namespace bizrec::ngx
