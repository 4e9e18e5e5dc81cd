#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {

/// Places in a list of cities, ascending.
using CityNumbers = std::vector<std::uint32_t>;

/// `to` and `more`, each number once.
void unite(CityNumbers& to, const CityNumbers& more);

/// Cities by a text, in the order in which the texts came: tens of thousands, most with one city.
class CitiesByName {
public:
    /// An empty list where the text is new. Valid until the next of().
    CityNumbers& of(std::string_view text);
    /// Null where of() was not asked for `text`.
    const CityNumbers* find(std::string_view text) const noexcept;

    std::uint32_t size() const noexcept { return texts_.size(); }
    std::string_view text(std::uint32_t at) const noexcept { return texts_[at]; }
    const CityNumbers& cities(std::uint32_t at) const noexcept { return cities_[at]; }

private:
    StringTable texts_;
    std::vector<CityNumbers> cities_;  // by number in texts_
};

}  // namespace bizrec::builder
