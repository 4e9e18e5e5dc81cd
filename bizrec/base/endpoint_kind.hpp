#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bizrec {

/// The endpoints that deliver rows. Ledgers store the numbers, so they never change; new ones are added at the end.
enum class EndpointKind : std::uint8_t {
    enrich_company = 0,
    search_only_ids = 1,
    search = 2,
    records = 3,
    enrich_batch = 4,
    changes = 5,
};

/// Number of kinds for which stored tables have room; above the number of kinds today.
inline constexpr std::size_t endpoint_places = 8;

inline constexpr std::string_view endpoint_names[] = {"enrich_company", "search_only_ids", "search",
                                                      "records",        "enrich_batch",    "changes"};
inline constexpr std::size_t endpoint_kinds = sizeof endpoint_names / sizeof *endpoint_names;

/// The name as in $bizrec_endpoint. A kind that a later version has written is named "endpoint-7", for example; a
/// number of endpoint_places or more is named "endpoint-?".
inline std::string_view endpoint_name(std::size_t kind) noexcept {
    constexpr std::string_view later[endpoint_places] = {"endpoint-0", "endpoint-1", "endpoint-2", "endpoint-3",
                                                         "endpoint-4", "endpoint-5", "endpoint-6", "endpoint-7"};
    return kind < endpoint_kinds ? endpoint_names[kind] : kind < endpoint_places ? later[kind] : "endpoint-?";
}

}  // namespace bizrec
