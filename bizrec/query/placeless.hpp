#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/lookup/query_context.hpp"
#include "bizrec/place/ranges.hpp"

namespace bizrec::search {

/// The records that say no city and no state. Many are brands, whose stores may be anywhere in the record's country, or
/// anywhere at all if the record has no country. In the order of docids, these records are the last of their country,
/// and those without a country are the last of the index.
class PlacelessRecords {
public:
    explicit PlacelessRecords(const QueryContext& context) : context_(context) {}

    /// The records that may lie in `place`: those of the countries that `place` touches, and those without a country.
    /// Overwrites `out`. Remembers what it has found in an index. Adds to `steps`, the same number whether or not the
    /// result was remembered.
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
    std::string generation_;          // the name of the index from which countries_ was read
    std::vector<Country> countries_;  // the last one: the records without a country
};

}  // namespace bizrec::search
