#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "bizrec/query/query_context.hpp"

namespace bizrec::search {

/// The records that say no city and no state. Many are brands, whose stores may be anywhere in their country, or
/// anywhere if they have none. They are the last ones of their country, and the last ones of the index.
class PlacelessRecords {
public:
    explicit PlacelessRecords(const QueryContext& context) : context_(context) {}

    /// Those that may lie in `place`: of its countries, and without a country. Overwrites `out`. Remembers what it has
    /// found in an index. Adds to `steps`, the same number each time.
    void find(const place::Ranges& place, place::Ranges& out, std::uint64_t& steps);

private:
    struct Country {
        place::Range all;
        std::uint32_t first_placeless = unknown;
    };
    static constexpr std::uint32_t unknown = UINT32_MAX;

    void read_countries();
    void add(Country& country, place::Ranges& out, std::uint64_t& steps);

    const QueryContext& context_;
    std::string generation_;          // the index that they are of
    std::vector<Country> countries_;  // the last one: the records without a country
};

}  // namespace bizrec::search
