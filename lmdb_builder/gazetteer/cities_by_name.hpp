#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {

/// Indexes in a list of cities, ascending.
using CityNumbers = std::vector<std::uint32_t>;

/// Merges `more` into `to`, each number once.
void unite(CityNumbers& to, const CityNumbers& more);

/// Maps texts to lists of cities, for tens of thousands of texts, most of which have one city. Texts are numbered in
/// the order in which they were added.
class CitiesByName {
public:
    /// The list of a text, for adding cities to it. Adds the text with an empty list if it is new. Valid until the next
    /// call.
    CityNumbers& of(std::string_view text);
    /// The list of a text; null if of() was never called for it.
    const CityNumbers* find(std::string_view text) const noexcept;

    std::uint32_t size() const noexcept { return texts_.size(); }
    std::string_view text(std::uint32_t at) const noexcept { return texts_[at]; }
    const CityNumbers& cities(std::uint32_t at) const noexcept { return cities_[at]; }

private:
    StringTable texts_;
    std::vector<CityNumbers> cities_;  // by number in texts_
};

}  // namespace bizrec::builder
