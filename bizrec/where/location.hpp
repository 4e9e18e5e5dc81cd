#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bizrec/base/budget.hpp"
#include "bizrec/format/key_table.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// One validated location object (docs/places.md). Texts are valid UTF-8 as the client sent them; the country is
/// resolved.
struct LocationFilter {
    std::string country = "US";  ///< alpha-2, upper case; "": any country; allowed only if the object has just a circle
    std::string state;           ///< "": not given; the same for `city`
    std::string city;
    std::vector<std::string> postal_codes;
    bool has_circle = false;
    place::Position centre;
    double radius_metres = 0;
};

/// How specifically a location object describes a place. Greater is more specific.
enum class PlaceFit : std::uint8_t { none = 0, country, state, city, postal_code, circle };

/// A location object turned into docid ranges, which hold all its documents. If `has_circle`, the distance of each
/// document in the ranges must still be measured.
struct ResolvedLocation {
    place::Ranges ranges;
    PlaceFit fit = PlaceFit::none;
    bool has_circle = false;
    place::Position centre;
    double radius_metres = 0;
};

/// Alpha-2 of a country's code or English name, in any case, by the index's dictionary; nothing if it is unknown.
std::optional<std::string> resolve_country(const store::Generation& generation, std::string_view name);
/// The alpha-2 code in an entry that was found by a format::country_name_key(); nothing if the entry is damaged.
std::optional<std::string> country_of(const format::KeyEntry& entry);

/// How the ranges of a circle are made.
enum class CircleRanges : std::uint8_t {
    of_boxes,    ///< narrowed to the boxes of neighbouring documents that touch the circle's box
    of_country,  ///< not narrowed by boxes: the caller has few documents and measures each
};

/// Resolves a location object into `out`. Charges to `budget`: names that are folded, keys that are looked up, box
/// tests, and ranges that are joined and cut. If the budget is stopped afterwards, `out` is not valid.
void resolve_location(const store::Generation& generation, const LocationFilter& filter, CircleRanges circle_ranges,
                      Budget& budget, ResolvedLocation& out);

inline void resolve_location(const store::Generation& generation, const LocationFilter& filter, ResolvedLocation& out) {
    Budget budget;
    resolve_location(generation, filter, CircleRanges::of_boxes, budget, out);
}

}  // namespace bizrec::search
