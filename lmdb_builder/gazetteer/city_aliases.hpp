#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/place/position.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"
#include "lmdb_builder/gazetteer/city_rules.hpp"
#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {

/// Indexes in a list of cities, ascending.
using CityNumbers = std::vector<std::uint32_t>;

/// Merges `more` into `to`, each number once.
void unite(CityNumbers& to, const CityNumbers& more);

/// Maps texts to lists of cities. There are tens of thousands of texts, and most of them have one city. Texts are
/// numbered in the order in which they were added.
class CitiesByName {
public:
    /// The list of a text, for adding cities to it. Adds the text with an empty list if it is new. Valid until the next
    /// call.
    CityNumbers& cities(std::string_view text);
    /// The list of a text; null if of() was never called for it.
    const CityNumbers* find(std::string_view text) const noexcept;

    std::uint32_t size() const noexcept { return texts_.size(); }
    std::string_view text(std::uint32_t at) const noexcept { return texts_[at]; }
    const CityNumbers& cities(std::uint32_t at) const noexcept { return cities_[at]; }

private:
    StringTable texts_;
    std::vector<CityNumbers> cities_;  // by number in texts_
};

/// A city as records name it.
struct RecordCity {
    std::string country;     ///< alpha-2
    std::string name;        ///< folded
    place::Position centre;  ///< of its records; missing if none has a position
};

/// Other names of the records' cities, from libgweather and from the rule file. A city of libgweather gives its names
/// in all languages to the cities of the same country within same_name_metres that have one of these names. If there
/// are none, it gives them to the nearest city within other_name_metres.
class CityAliases {
public:
    static constexpr double same_name_metres = 60'000;  ///< cities of one name within this distance are the same city
    /// a city of libgweather and a city of records under another name are the same only within this distance
    static constexpr double other_name_metres = 10'000;
    static constexpr std::size_t alpha2_length = 2;

    /// Fails if a catalogue of translations is broken; the error names the file.
    static Result<CityAliases> find(const std::vector<RecordCity>& cities, const std::vector<WeatherCity>& gazetteer,
                                    const std::string& locale_dir, const CityRules& rules);

    /// The cities that a filter means, by its alpha-2 code and city name (concatenated). Without an entry, a filter
    /// means the city that records spell like this.
    const CitiesByName& filters() const noexcept { return filters_; }
    /// The cities that a name means in a query, in any country. Has every name of every city. A translation counts only
    /// if no other source has the name: "Monaco" does not mean Munich, although Munich's Italian name is Monaco.
    const CitiesByName& names() const noexcept { return names_; }

private:
    class Finder;

    CitiesByName filters_, names_;
};

}  // namespace bizrec::builder
