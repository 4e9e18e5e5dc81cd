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

/// One location object after validation (decisions.md section 3). Text is as the client sent it (valid UTF-8); the
/// country is resolved.
struct LocationFilter {
    std::string country = "US";  ///< alpha-2, upper case; "": any, of a circle alone
    std::string state;           ///< "" = not given; likewise below
    std::string city;
    std::vector<std::string> postal_codes;
    bool has_circle = false;
    place::Position centre;
    double radius_metres = 0;
};

/// How specifically a location object describes a place. Greater is more specific.
enum class PlaceFit : std::uint8_t { none = 0, country, state, city, postal_code, circle };

/// A location object turned into docid ranges: all its documents lie inside; where `circle` holds, each must still be
/// measured.
struct ResolvedLocation {
    place::Ranges ranges;
    PlaceFit fit = PlaceFit::none;
    bool has_circle = false;
    place::Position centre;
    double radius_metres = 0;
};

/// alpha-2 of a country's code or English name, any case, by the index's dictionary; nothing for an unknown one.
std::optional<std::string> resolve_country(const store::Generation& generation, std::string_view name);
/// The same of what stands at format::country_name_key().
std::optional<std::string> country_of(const format::KeyEntry& entry);

/// How a circle's ranges are made.
enum class CircleRanges : std::uint8_t {
    of_boxes,  ///< of the boxes that it touches: a test for each 256 documents of the other conditions' ranges, or less
    of_country,  ///< those of the other conditions: for who has few documents to measure
};

/// Names that are folded, keys that are looked up, box tests, ranges that are joined and cut are taken from `budget`;
/// where it stops, `out` is no good.
void resolve_location(const store::Generation& generation, const LocationFilter& filter, CircleRanges circle_ranges,
                      Budget& budget, ResolvedLocation& out);

inline void resolve_location(const store::Generation& generation, const LocationFilter& filter, ResolvedLocation& out) {
    Budget budget;
    resolve_location(generation, filter, CircleRanges::of_boxes, budget, out);
}

}  // namespace bizrec::search
