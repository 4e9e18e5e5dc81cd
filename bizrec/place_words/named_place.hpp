#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bizrec/place/ranges.hpp"

namespace bizrec::search {

/// The kind of word before the name of a place.
enum class Preposition : std::uint8_t {
    none,
    in,    ///< or a similar word: a place most likely follows
    at,    ///< also stands in names: "Arboretum at Arizona State University"
    near,  ///< asks for a circle (NearPlace)
};

/// A place that words of the query name, with its records.
struct NamedPlace {
    std::string name;            ///< as typed
    std::string rest;            ///< the other words of the query; "": the name stands alone
    std::size_t rest_begin = 0;  ///< byte offset in the query
    Preposition preposition = Preposition::none;
    bool is_region = false;     ///< a country or a state
    bool has_inferred = false;  ///< some record inside has an inferred place
    place::Ranges inside, outside;
    /// `inside` in two parts: one town, and the rest. If several towns far apart share the name, it is the town with
    /// the most records. If a region and a city in it share the name ("New York"), it is the city, unless the region
    /// has more than 32 times as many records. Otherwise both are empty.
    place::Ranges largest_town, other_towns;

    /// Whether the name may as well be the end of a business's name: "University of Washington".
    bool may_end_a_name() const noexcept {
        return is_region && !rest.empty() && (preposition == Preposition::none || preposition == Preposition::at);
    }
};

}  // namespace bizrec::search
