#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bizrec/place/ranges.hpp"

namespace bizrec::search {

/// What stands before the name of a place.
enum class Preposition : std::uint8_t {
    none,
    in,    ///< or the like: what follows is a place first
    at,    ///< which stands in names, too: "Arboretum at Arizona State University"
    near,  ///< asks for a circle (NearPlace)
};

/// A place that words of a query name, with its records.
struct NamedPlace {
    std::string name;            ///< as typed
    std::string rest;            ///< the query's other words; "" where the name stands alone
    std::size_t rest_begin = 0;  ///< in the query
    Preposition preposition = Preposition::none;
    bool is_region = false;     ///< a country or a state
    bool has_inferred = false;  ///< the place of some record inside was inferred
    place::Ranges inside, outside;
    /// Where several towns have the name, or a town and the region about it: `inside`, apart for the town with the most
    /// records and the others. Empty where none is the largest.
    place::Ranges largest_town, other_towns;

    /// As much the end of a business's name: "University of Washington".
    bool may_end_a_name() const noexcept {
        return is_region && !rest.empty() && (preposition == Preposition::none || preposition == Preposition::at);
    }
};

}  // namespace bizrec::search
