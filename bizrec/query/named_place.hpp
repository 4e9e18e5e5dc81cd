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
    /// `inside` in two parts: the town with the most records, and the rest. Given only if several towns share the name,
    /// or a town and the region around it. Both are empty if no town is the largest.
    place::Ranges largest_town, other_towns;

    /// Whether the name may as well be the end of a business's name: "University of Washington".
    bool may_end_a_name() const noexcept {
        return is_region && !rest.empty() && (preposition == Preposition::none || preposition == Preposition::at);
    }
};

}  // namespace bizrec::search
